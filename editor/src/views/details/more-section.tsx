import { MemberField } from './field.tsx';
import { MORE_COMPETENCY_FIELDS, MORE_FRAMEWORK_FIELDS } from './fields.ts';
import { Metadata } from './metadata.tsx';
import { PropertiesEditor } from './properties-editor.tsx';
import type { Subject } from './subject.ts';

/** Properties of the exchange formats, all others as JSON-LD, and what the service knows about the object. */
export function MoreSection({ subject, frameworkId }: { readonly subject: Subject; readonly frameworkId: string }) {
  const fields = subject.kind === 'framework' ? MORE_FRAMEWORK_FIELDS : MORE_COMPETENCY_FIELDS;
  return (
    <div className="stack">
      {fields.map((field) => (
        <MemberField key={field.name} {...subject} field={field} />
      ))}
      <PropertiesEditor {...subject} />
      <Metadata subject={subject} frameworkId={frameworkId} />
    </div>
  );
}
