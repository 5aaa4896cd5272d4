import { type ReactNode, useEffect, useState } from 'react';
import { Button, ComboBox, Input, type Key, Label, ListBox, Popover } from 'react-aria-components';
import { type Choice, choiceOption } from './choice.tsx';
import { type Labelled, Notes } from './field-notes.tsx';
import { Icon } from './icon.tsx';

type SuggestBoxProps = Labelled & {
  /** The choices that match the text. */
  readonly choices: readonly Choice[];
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  readonly onChoose: (id: string) => void;
  /** Enter was pressed while no choice was marked. */
  readonly onEnter?: () => void;
  readonly onBlur?: () => void;
  readonly isReadOnly?: boolean;
  /** Shown in place of choices when there are none. */
  readonly empty: ReactNode;
};

/** A field for a text, with a list of choices that opens as the person types, by the arrow keys or by its button. */
export function SuggestBox(props: SuggestBoxProps) {
  const { label, description, error, choices, text, onTextChange, onChoose, onEnter, onBlur, isReadOnly, empty } =
    props;
  const [chosen, setChosen] = useState<Key | null>(null);
  useEffect(() => {
    if (chosen !== null) setChosen(null); // the list has closed, and can offer the same choice again
  }, [chosen]);
  return (
    <ComboBox
      items={choices}
      value={chosen}
      onChange={(id) => {
        setChosen(id);
        if (id !== null) onChoose(String(id));
      }}
      inputValue={text}
      onInputChange={onTextChange}
      isInvalid={error !== undefined}
      isReadOnly={isReadOnly ?? false}
      allowsCustomValue
      allowsEmptyCollection
      className="field"
      {...(onBlur && { onBlur })}
    >
      <Label className="field-label">{label}</Label>
      <div
        className="field-group"
        onKeyDownCapture={({ key, target }) => {
          const isMarked = target instanceof Element && target.getAttribute('aria-activedescendant');
          if (key === 'Enter' && !isMarked) onEnter?.();
        }}
      >
        <Input className="input" />
        {isReadOnly !== true && (
          <Button className="button button-quiet button-icon">
            <Icon name="chevron-down" />
          </Button>
        )}
      </div>
      <Notes description={description} error={error} />
      <Popover className="popover">
        <ListBox<Choice> renderEmptyState={() => <div className="popover-content quiet">{empty}</div>}>
          {choiceOption}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
