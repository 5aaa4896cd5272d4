import { Select as AriaSelect, Button, type Key, Label, ListBox, Popover, SelectValue } from 'react-aria-components';
import { type Choice, choiceOption } from './choice.tsx';
import { type Labelled, Notes } from './field-notes.tsx';
import { Icon } from './icon.tsx';

export type SelectProps = Labelled & {
  readonly choices: readonly Choice[];
  readonly value: Key | null;
  readonly onChange: (id: Key | null) => void;
  readonly placeholder?: string;
  readonly isDisabled?: boolean;
};

/** A field to choose one of a few options. */
export function Select({ label, description, error, choices, value, onChange, placeholder, isDisabled }: SelectProps) {
  return (
    <AriaSelect
      value={value}
      onChange={onChange}
      isInvalid={error !== undefined}
      isDisabled={isDisabled ?? false}
      {...(placeholder !== undefined && { placeholder })}
      className="field"
    >
      <Label className="field-label">{label}</Label>
      <Button className="button select-button">
        <SelectValue />
        <Icon name="chevron-down" />
      </Button>
      <Notes description={description} error={error} />
      <Popover className="popover">
        <ListBox items={choices}>{choiceOption}</ListBox>
      </Popover>
    </AriaSelect>
  );
}
