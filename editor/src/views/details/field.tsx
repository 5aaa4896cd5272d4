import { member } from '../../../../shared/repository/linked-data/json.ts';
import { useDraft } from '../../app/use-draft.ts';
import { useWords } from '../../words/use-words.tsx';
import { FieldBox } from './field-box.tsx';
import { fieldText, fieldValue } from './field-value.ts';
import type { Field } from './fields.ts';
import type { Subject } from './subject.ts';

type MemberFieldProps = {
  readonly field: Field;
  readonly subject: Pick<Subject, 'id' | 'object' | 'state' | 'isReadOnly' | 'onChange'>;
};

/** One property of an object, with a line of help. */
export function MemberField({ field, subject: { id, object, state, isReadOnly, onChange } }: MemberFieldProps) {
  const { t, language } = useWords();
  const value = member(object, field.name);
  const draft = useDraft(`${id} ${field.name}`, fieldText(value, field.kind), (text) => {
    const read = fieldValue(value, text, field.kind, language);
    if ('fault' in read) return t(`details.fault-${read.fault}`);
    onChange(field.name, read.value);
    return null;
  });
  return (
    <FieldBox
      field={field}
      state={state}
      text={draft.text}
      onChange={draft.set}
      onLeave={draft.finish}
      description={t(`field-help.${field.word}`)}
      error={draft.error}
      isReadOnly={isReadOnly}
    />
  );
}
