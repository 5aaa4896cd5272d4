import { type ReactNode, useId, useRef, useState } from 'react';
import { IconButton } from '../../../ui/button.tsx';
import { SuggestBox } from '../../../ui/suggest-box.tsx';
import { useWords } from '../../../words/use-words.tsx';
import type { Vocabulary } from './use-vocabulary.ts';

type TermFieldProps = {
  readonly label: string;
  readonly vocabulary: Vocabulary;
  /** The stored value; several are lines. */
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onLeave: (() => void) | undefined;
  readonly description: string;
  readonly error: ReactNode;
  readonly isReadOnly: boolean;
};

/** A field for a term of a vocabulary, shown by its text. What is not in an open vocabulary is kept as it is typed. */
export function TermField({ vocabulary, text, onChange, onLeave, ...shared }: TermFieldProps) {
  const { t } = useWords();
  const [typed, setTyped] = useState<string | null>(null);
  const leave = (): void => {
    if (typed !== null) onChange(vocabulary.valueOf(typed) ?? typed.trim());
    setTyped(null);
    onLeave?.();
  };
  return (
    <SuggestBox
      {...shared}
      choices={vocabulary.options(typed ?? '').map(({ value, ...option }) => ({ ...option, id: value }))}
      text={typed ?? vocabulary.labelOf(text)}
      onTextChange={(words) => {
        if (words === (typed ?? vocabulary.labelOf(text))) return;
        setTyped(words);
        onChange(vocabulary.valueOf(words) ?? words);
      }}
      onChoose={(value) => {
        setTyped(null);
        onChange(value);
        onLeave?.();
      }}
      onEnter={leave}
      onBlur={leave}
      empty={t('details.keep-typed')}
    />
  );
}

/** A list of terms of a vocabulary, each with a button that removes it, and a box that adds one. */
export function TermsField({ label, vocabulary, text, onChange, onLeave, isReadOnly, ...shared }: TermFieldProps) {
  const { t } = useWords();
  const id = useId();
  const list = useRef<HTMLFieldSetElement>(null);
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | undefined>(undefined);
  const values = text.split('\n').flatMap((line) => line.trim() || []);
  const set = (next: readonly string[]): void => {
    onChange(next.join('\n'));
    onLeave?.();
  };
  const add = (value: string): void => {
    setTyped('');
    setFault(undefined);
    if (!values.includes(value)) set([...values, value]);
  };
  const addTyped = (): void => {
    if (typed.trim() === '') return;
    const [first, second] = vocabulary.options(typed);
    const value = first !== undefined && second === undefined ? first.value : vocabulary.valueOf(typed);
    if (value === null) setFault(t('details.fault-term'));
    else add(value);
  };
  const remove = (value: string): void => {
    set(values.filter((one) => one !== value));
    list.current?.querySelector('input')?.focus();
  };
  return (
    <fieldset className="terms" aria-labelledby={id} ref={list}>
      <legend id={id} className="field-label">
        {label}
      </legend>
      {values.length > 0 && (
        <ul className="terms-list">
          {values.map((value) => (
            <li key={value} className="tag">
              <bdi>{vocabulary.labelOf(value)}</bdi>
              {!isReadOnly && (
                <IconButton
                  icon="close"
                  label={t('details.remove-value', { name: vocabulary.labelOf(value) })}
                  onPress={() => remove(value)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {isReadOnly ? (
        values.length === 0 && <p className="quiet small">{t('details.no-values')}</p>
      ) : (
        <SuggestBox
          {...shared}
          error={fault ?? shared.error}
          label={t('details.add-value', { label })}
          choices={vocabulary
            .options(typed)
            .filter(({ value }) => !values.includes(value))
            .map(({ value, ...option }) => ({ ...option, id: value }))}
          text={typed}
          onTextChange={(words) => {
            setTyped(words);
            setFault(undefined);
          }}
          onChoose={add}
          onEnter={addTyped}
          onBlur={addTyped}
          empty={t('details.keep-typed')}
        />
      )}
    </fieldset>
  );
}
