import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  Checkbox as AriaCheckbox,
  type CheckboxProps as AriaCheckboxProps,
  ComboBox as AriaComboBox,
  SearchField as AriaSearchField,
  Select as AriaSelect,
  Switch as AriaSwitch,
  type SwitchProps as AriaSwitchProps,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Input,
  type Key,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
  TextArea,
} from 'react-aria-components';
import { Icon } from './icon.tsx';

type Labelled = {
  readonly label: string;
  /** A sentence below the field. */
  readonly description?: string | undefined;
  /** What is wrong with the value; absent: nothing is. */
  readonly error?: string | undefined;
};

function Notes({ description, error }: Omit<Labelled, 'label'>) {
  return (
    <>
      {description !== undefined && (
        <Text slot="description" className="field-description">
          {description}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </>
  );
}

/** A line of text, or several. */
export function TextField({
  label,
  description,
  error,
  lines = 1,
  placeholder,
  ...props
}: Omit<AriaTextFieldProps, 'children' | 'className' | 'isInvalid'> &
  Labelled & { readonly lines?: number; readonly placeholder?: string }) {
  const hint = placeholder === undefined ? {} : { placeholder };
  return (
    <AriaTextField {...props} isInvalid={error !== undefined} className="field">
      <Label className="field-label">{label}</Label>
      {lines > 1 ? <TextArea className="input" rows={lines} {...hint} /> : <Input className="input" {...hint} />}
      <Notes description={description} error={error} />
    </AriaTextField>
  );
}

type SearchProps = {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onSubmit?: (value: string) => void;
  readonly autoFocus?: boolean;
};

/** A field for words to look for. Its label is for screen readers; Escape empties it. */
export function SearchField({ label, placeholder, value, onChange, onSubmit, autoFocus = false }: SearchProps) {
  return (
    <AriaSearchField
      aria-label={label}
      value={value}
      onChange={onChange}
      {...(onSubmit && { onSubmit })}
      autoFocus={autoFocus}
      className="field search-field"
    >
      <div className="field-group">
        <Icon name="search" />
        <Input className="input" placeholder={placeholder ?? label} />
        <AriaButton className="button button-quiet button-icon">
          <Icon name="close" />
        </AriaButton>
      </div>
    </AriaSearchField>
  );
}

/** One of the things that can be chosen. */
export type Choice = { readonly id: Key; readonly label: string; readonly description?: string };

type SelectProps = Labelled & {
  readonly choices: readonly Choice[];
  readonly value: Key | null;
  readonly onChange: (id: Key | null) => void;
  readonly placeholder?: string;
  readonly isDisabled?: boolean;
};

/** One of a few things. */
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
      <AriaButton className="button select-button">
        <SelectValue />
        <Icon name="chevron-down" />
      </AriaButton>
      <Notes description={description} error={error} />
      <Popover className="popover">
        <ListBox items={choices}>{choiceOption}</ListBox>
      </Popover>
    </AriaSelect>
  );
}

type ComboBoxProps = SelectProps & {
  /** The text that was typed. */
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  /** Shown in place of choices when there are none. */
  readonly empty?: ReactNode;
};

/** One of many things, which are found while text is typed. The choices are those that fit the text. */
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

function choiceOption({ id, label, description }: Choice) {
  return (
    <ListBoxItem id={id} textValue={label} className="option">
      <span className="option-text">
        <Text slot="label">{label}</Text>
        {description !== undefined && (
          <Text slot="description" className="quiet small">
            <br />
            {description}
          </Text>
        )}
      </span>
    </ListBoxItem>
  );
}

/** Yes or no, or a part of a selection. */
export function Checkbox({
  children,
  ...props
}: Omit<AriaCheckboxProps, 'children' | 'className'> & { readonly children?: ReactNode }) {
  return (
    <AriaCheckbox {...props} className="checkbox">
      <span className="checkbox-box">
        <Icon name="check" />
      </span>
      {children}
    </AriaCheckbox>
  );
}

/** On or off, at once. */
export function Switch({
  children,
  ...props
}: Omit<AriaSwitchProps, 'children' | 'className'> & { readonly children: ReactNode }) {
  return (
    <AriaSwitch {...props} className="switch">
      <span className="switch-track" />
      {children}
    </AriaSwitch>
  );
}
