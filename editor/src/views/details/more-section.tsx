import { member } from '../../../../shared/repository/linked-data/json.ts';
import { useOpenSections } from '../../app/use-open-sections.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { useWords } from '../../words/use-words.tsx';
import { MemberField } from './field.tsx';
import { FIELD_GROUPS, type FieldGroup } from './fields.ts';
import { Metadata } from './metadata.tsx';
import { PropertiesEditor } from './properties-editor.tsx';
import type { Subject } from './subject.ts';

/** Properties in groups, all of them as JSON-LD, and what the service knows about the object. */
export function MoreSection({ subject, frameworkId }: { readonly subject: Subject; readonly frameworkId: string }) {
  const { t } = useWords();
  const groups = FIELD_GROUPS[subject.kind];
  const sections = useOpenSections('details', new Set(groups.slice(0, 1).map(({ id }) => id)));
  return (
    <div className="stack">
      <div className="details-groups">
        {groups.map((group) => (
          <Group key={group.id} group={group} subject={subject} sections={sections} />
        ))}
        <Disclosure
          title={t('details.json')}
          isOpen={sections.isOpen('json')}
          onToggle={(isOpen) => sections.setOpen('json', isOpen)}
        >
          <PropertiesEditor {...subject} />
        </Disclosure>
      </div>
      <Metadata subject={subject} frameworkId={frameworkId} />
    </div>
  );
}

type GroupProps = {
  readonly group: FieldGroup;
  readonly subject: Subject;
  readonly sections: ReturnType<typeof useOpenSections>;
};

/** The fields of a group. Its title says how many have a value, so that nothing is overlooked while it is closed. */
function Group({ group: { id, fields }, subject, sections }: GroupProps) {
  const { t } = useWords();
  const count = fields.filter(({ name }) => (member(subject.object, name) ?? null) !== null).length;
  return (
    <Disclosure
      title={t(`field-group.${id}`)}
      note={count > 0 ? t('field-group.filled', { count }) : undefined}
      isOpen={sections.isOpen(id)}
      onToggle={(isOpen) => sections.setOpen(id, isOpen)}
    >
      {fields.map((field) => (
        <MemberField key={field.name} subject={subject} field={field} />
      ))}
    </Disclosure>
  );
}
