import { useWords } from '../../words/use-words.tsx';
import { MemberField } from './field.tsx';
import { COMPETENCY_FIELDS } from './fields.ts';
import { LanguageEditor } from './language-editor.tsx';
import { StateField } from './state-field.tsx';
import type { Subject } from './subject.ts';

type DescriptionProps = { readonly subject: Subject; readonly languages: readonly string[] };

/** Name and description in all languages, and the other properties of the specification. */
export function DescriptionSection({ subject, languages }: DescriptionProps) {
  const { t } = useWords();
  const shared = { id: subject.id, object: subject.object, isReadOnly: subject.isReadOnly, languages };
  return (
    <div className="stack">
      <LanguageEditor
        {...shared}
        label={t('details.name')}
        name="name"
        required={t('details.name-missing')}
        lines={2}
        onChange={subject.onChange}
      />
      <LanguageEditor
        {...shared}
        label={t('details.description')}
        name="description"
        lines={3}
        onChange={subject.onChange}
      />
      {subject.kind === 'framework' && <StateField subject={subject} />}
      {subject.kind === 'competency' &&
        COMPETENCY_FIELDS.map((field) => <MemberField key={field.name} subject={subject} field={field} />)}
    </div>
  );
}
