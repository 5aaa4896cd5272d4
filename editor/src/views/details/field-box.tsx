import type { ReactNode } from 'react';
import type { OutlineState } from '../../outline/state.ts';
import { TextField } from '../../ui/fields.tsx';
import { useWords } from '../../words/use-words.tsx';
import type { Field } from './fields.ts';
import { TermField, TermsField } from './vocabularies/term-fields.tsx';
import { useVocabulary } from './vocabularies/use-vocabulary.ts';

export type FieldBoxProps = {
  readonly field: Field;
  readonly state: OutlineState;
  /** The values as `fieldText` has them. */
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** The person is done with the field for now. */
  readonly onLeave?: () => void;
  readonly description: string;
  readonly error: ReactNode;
  readonly isReadOnly?: boolean;
};

/** The box of a property: a text, or, where it has a vocabulary, texts to choose and to type. */
export function FieldBox({ field, state, onLeave, isReadOnly = false, ...shared }: FieldBoxProps) {
  const { t } = useWords();
  const vocabulary = useVocabulary(field, state);
  const { kind, word } = field;
  const label = t(`field.${word}`);
  if (vocabulary !== null) {
    const Terms = kind === 'lines' ? TermsField : TermField;
    return <Terms {...shared} label={label} vocabulary={vocabulary} onLeave={onLeave} isReadOnly={isReadOnly} />;
  }
  const { text, ...rest } = shared;
  return (
    <TextField
      {...rest}
      label={label}
      value={text}
      {...(onLeave && { onBlur: onLeave })}
      isReadOnly={isReadOnly}
      lines={kind === 'lines' || kind === 'links' || kind === 'text' ? 2 : 1}
      type={kind === 'date' ? 'date' : kind === 'link' ? 'url' : 'text'}
      {...(kind === 'count' && { inputMode: 'numeric' })}
    />
  );
}
