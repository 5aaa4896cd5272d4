import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  Checkbox as AriaCheckbox,
  type CheckboxProps as AriaCheckboxProps,
  SearchField as AriaSearchField,
  Switch as AriaSwitch,
  type SwitchProps as AriaSwitchProps,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  Input,
  Label,
  TextArea,
} from 'react-aria-components';
import { type Labelled, Notes } from './field-notes.tsx';
import { Icon } from './icon.tsx';

/** The value of an incomplete or impossible date: the browser reports an empty value for it, as if the field were empty. */
const NOT_A_DAY = '?';

/** A field for one or several lines of text, or a date. The value of an impossible date is neither empty nor a day. */
export function TextField({
  label,
  description,
  error,
  lines = 1,
  placeholder,
  onBlur,
  onKeyDown,
  ...props
}: Omit<AriaTextFieldProps, 'children' | 'className' | 'isInvalid'> &
  Labelled & { readonly lines?: number; readonly placeholder?: string }) {
  const hint = placeholder === undefined ? {} : { placeholder };
  const isDate = props.type === 'date';
  function checkDay(input: EventTarget): void {
    if (isDate && input instanceof HTMLInputElement && input.validity.badInput) props.onChange?.(NOT_A_DAY);
  }
  return (
    <AriaTextField
      {...props}
      {...(isDate && props.value === NOT_A_DAY && { value: '' })}
      onBlur={(event) => {
        checkDay(event.target);
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') checkDay(event.target);
        onKeyDown?.(event);
      }}
      isInvalid={error !== undefined}
      className="field"
    >
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
  /** A list of hits that the caller shows below the field: ids of its elements, null while there are none. */
  readonly hits?: { readonly listId: string | null; readonly activeId: string | null; readonly shortcut: string };
};

/** A search field. Its label is for screen readers; Escape empties it. */
export function SearchField({ label, placeholder, value, onChange, onSubmit, autoFocus = false, hits }: SearchProps) {
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
        <Input className="input" placeholder={placeholder ?? label} {...(hits !== undefined && hitsProps(hits))} />
        <AriaButton className="button button-quiet button-icon">
          <Icon name="close" />
        </AriaButton>
      </div>
    </AriaSearchField>
  );
}

function hitsProps({ listId, activeId, shortcut }: NonNullable<SearchProps['hits']>) {
  return {
    'aria-autocomplete': 'list' as const,
    'aria-keyshortcuts': shortcut,
    ...(listId !== null && { 'aria-controls': listId }),
    ...(activeId !== null && { 'aria-activedescendant': activeId }),
  };
}

/** A checkbox, which can also show a partial selection. */
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

/** A switch, which takes effect immediately. */
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
