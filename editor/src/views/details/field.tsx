import { type Json, type JsonObject, member } from '../../../../shared/repository/linked-data/json.ts';
import { useDraft } from '../../app/use-draft.ts';
import { TextField } from '../../ui/fields.tsx';
import { useWords } from '../../words/use-words.tsx';
import { fieldText, fieldValue } from './field-value.ts';
import type { Field } from './fields.ts';

type MemberFieldProps = {
  readonly field: Field;
  /** Its short id. */
  readonly id: string;
  readonly object: JsonObject;
  readonly isReadOnly: boolean;
  /** @param value null removes the member */
  readonly onChange: (name: string, value: Json) => void;
};

/** One property of an object, with a line of help. */
export function MemberField({ field: { name, word, kind }, id, object, isReadOnly, onChange }: MemberFieldProps) {
  const { t, language } = useWords();
  const value = member(object, name);
  const draft = useDraft(`${id} ${name}`, fieldText(value, kind), (text) => {
    const read = fieldValue(value, text, kind, language);
    if ('fault' in read) return t(`details.fault-${read.fault}`);
    onChange(name, read.value);
    return null;
  });
  return (
    <TextField
      label={t(`field.${word}`)}
      description={t(`field-help.${word}`)}
      error={draft.error}
      value={draft.text}
      onChange={draft.set}
      onBlur={draft.finish}
      isReadOnly={isReadOnly}
      lines={kind === 'lines' || kind === 'links' || kind === 'text' ? 2 : 1}
      type={kind === 'date' ? 'date' : kind === 'link' ? 'url' : 'text'}
      {...(kind === 'count' && { inputMode: 'numeric' })}
    />
  );
}
