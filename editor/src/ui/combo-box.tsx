import { type ReactNode, useEffect, useState } from 'react';
import { ComboBox as AriaComboBox, Input, Label, ListBox, Popover } from 'react-aria-components';
import { type Choice, choiceOption } from './choice.tsx';
import { Notes } from './field-notes.tsx';

import { Icon } from './icon.tsx';
import type { SelectProps } from './select.tsx';

type ComboBoxProps = SelectProps & {
  /** The text that was typed. */
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  /** Shown in place of choices when there are none. */
  readonly empty?: ReactNode;
  readonly autoFocus?: boolean;
  /** Whether each choice empties the field, which keeps the focus, for another one. The list stays closed until the next key or click. */
  readonly isEmptied?: boolean;
};

/**
 * A field to choose one of many options, which are searched while the person types. The caller passes the choices that match the text.
 * Enter chooses the first one if none is marked by the arrow keys.
 */
export function ComboBox(props: ComboBoxProps) {
  const { label, description, error, choices, value, onChange, placeholder, isDisabled } = props;
  const { text, onTextChange, empty, autoFocus = false, isEmptied = false } = props;
  const first = choices[0]?.id;
  const emptied = useEmptied(onChange, onTextChange);
  const choose = isEmptied ? emptied.choose : onChange;
  return (
    <AriaComboBox
      items={choices}
      value={isEmptied ? emptied.chosen : value}
      onChange={choose}
      inputValue={text}
      onInputChange={(typed) => {
        emptied.wake();
        onTextChange(typed);
      }}
      onBlur={emptied.wake}
      isInvalid={error !== undefined}
      isDisabled={isDisabled ?? false}
      allowsEmptyCollection
      menuTrigger={emptied.isResting ? 'manual' : 'focus'}
      className="field"
    >
      <Label className="field-label">{label}</Label>
      <div
        className="field-group"
        onKeyDownCapture={({ key, target, nativeEvent }) => {
          if (key !== 'Enter' || nativeEvent.isComposing || first === undefined || text === '') return;
          const isMarked = target instanceof Element && target.hasAttribute('aria-activedescendant');
          if (!isMarked && first !== value) choose(first);
        }}
      >
        <Icon name="search" />
        <Input className="input" {...(placeholder !== undefined && { placeholder })} autoFocus={autoFocus} />
      </div>
      <Notes description={description} error={error} />
      <Popover className="popover">
        <ListBox<Choice> renderEmptyState={() => <div className="popover-content quiet">{empty}</div>}>
          {choiceOption}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}

/** Empties the field after a choice. React Aria closes the list when a value appears, and opens it again when a focused field is emptied. */
function useEmptied(onChange: ComboBoxProps['onChange'], onTextChange: ComboBoxProps['onTextChange']) {
  const [chosen, setChosen] = useState<Parameters<typeof onChange>[0]>(null);
  const [isResting, setResting] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each choice
  useEffect(() => {
    if (chosen === null) return;
    setChosen(null);
    onTextChange('');
  }, [chosen]);
  return {
    chosen,
    isResting,
    wake: () => setResting(false),
    choose(id: typeof chosen): void {
      if (id === null) return;
      setChosen(id);
      setResting(true);
      onChange(id);
    },
  };
}
