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
};

/** A field to choose one of many options, which are searched while the person types. The caller passes the choices that match the text. */
export function ComboBox(props: ComboBoxProps) {
  const { label, description, error, choices, value, onChange, placeholder, isDisabled } = props;
  const { text, onTextChange, empty } = props;
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
      <div className="field-group">
        <Icon name="search" />
        <Input className="input" {...(placeholder !== undefined && { placeholder })} />
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
