import type { ReactNode } from 'react';
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
};

/**
 * A field to choose one of many options, which are searched while the person types. The caller passes the choices that match the text.
 * Enter chooses the first one if none is marked by the arrow keys.
 */
export function ComboBox(props: ComboBoxProps) {
  const { label, description, error, choices, value, onChange, placeholder, isDisabled } = props;
  const { text, onTextChange, empty, autoFocus = false } = props;
  const first = choices[0]?.id;
  return (
    <AriaComboBox
      items={choices}
      value={value}
      onChange={onChange}
      inputValue={text}
      onInputChange={onTextChange}
      isInvalid={error !== undefined}
      isDisabled={isDisabled ?? false}
      allowsEmptyCollection
      menuTrigger="focus"
      className="field"
    >
      <Label className="field-label">{label}</Label>
      <div
        className="field-group"
        onKeyDownCapture={({ key, target, nativeEvent }) => {
          if (key !== 'Enter' || nativeEvent.isComposing || first === undefined || text === '') return;
          const isMarked = target instanceof Element && target.hasAttribute('aria-activedescendant');
          if (!isMarked && first !== value) onChange(first);
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
