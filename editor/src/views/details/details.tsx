import { useMemo, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { createDrafts, DraftsContext } from '../../app/use-draft.ts';
import type { Fields } from '../../outline/command.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { frameworkLanguages } from '../../outline/languages.ts';
import { frameworkOf } from '../../outline/state.ts';
import { useWords } from '../../words/use-words.tsx';
import { CommentsSection } from '../comments/comments-section.tsx';
import { useOpenCounts } from '../comments/use-comments.ts';
import { useCanChange } from '../outline/use-can-change.ts';
import { useSnapshot } from '../outline/use-document.ts';
import { BulkEdit } from './bulk-edit.tsx';
import { DescriptionSection } from './description-section.tsx';
import { LevelsSection } from './levels-section.tsx';
import { MoreSection } from './more-section.tsx';
import { RelationsSection } from './relations-section.tsx';
import type { Subject } from './subject.ts';
import './details.css';

type DetailsProps = {
  readonly document: FrameworkDocument;
  /** Selected competencies; empty: the framework itself. */
  readonly ids: readonly string[];
};

/** Everything about the selected competencies, or about the framework. */
export function Details({ document, ids }: DetailsProps) {
  const { state } = useSnapshot(document);
  const isReadOnly = !useCanChange(frameworkOf(state));
  const languages = useMemo(() => frameworkLanguages(state), [state]);
  const [drafts] = useState(() => createDrafts(document));
  const chosen = ids.filter((id) => state.objects.has(id));
  const [id = state.frameworkId] = chosen;
  const object = state.objects.get(id);
  if (object === undefined) return null;

  const onChangeAll = (fields: Fields): void => {
    document.run({ kind: 'edit', id, fields });
  };
  const subject: Subject = {
    id,
    object,
    state,
    isReadOnly,
    onChangeAll,
    kind: id === state.frameworkId ? 'framework' : 'competency',
    onChange: (name, value) => onChangeAll({ [name]: value }),
  };
  return (
    <DraftsContext value={drafts}>
      {chosen.length > 1 ? (
        <BulkEdit document={document} state={state} isReadOnly={isReadOnly} ids={chosen} />
      ) : (
        <SubjectTabs key={id} document={document} subject={subject} languages={languages} />
      )}
    </DraftsContext>
  );
}

type SubjectTabsProps = {
  readonly document: FrameworkDocument;
  readonly subject: Subject;
  readonly languages: readonly string[];
};

function SubjectTabs({ document, subject, languages }: SubjectTabsProps) {
  const { t, number } = useWords();
  const { state } = useSnapshot(document);
  const open = useOpenCounts(state).get(subject.id) ?? 0;
  const { id: competency, isReadOnly, kind } = subject;
  const shared = { document, state, competency, isReadOnly };
  const tabs = [
    { id: 'description', panel: <DescriptionSection subject={subject} languages={languages} /> },
    ...(kind === 'competency'
      ? [
          { id: 'relations', panel: <RelationsSection {...shared} /> } as const,
          { id: 'levels', panel: <LevelsSection {...shared} /> } as const,
        ]
      : []),
    { id: 'comments', panel: <CommentsSection state={state} about={competency} /> },
    { id: 'more', panel: <MoreSection subject={subject} frameworkId={state.frameworkId} /> },
  ] as const;
  return (
    <Tabs className="tabs">
      <TabList className="tab-list" aria-label={t('details.title')}>
        {tabs.map(({ id }) => (
          <Tab key={id} id={id} className="tab">
            {t(`details.tab-${id}`)}
            {id === 'comments' && kind === 'framework' && open > 0 && ` (${number(open)})`}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, panel }) => (
        <TabPanel key={id} id={id} className="tab-panel">
          {panel}
        </TabPanel>
      ))}
    </Tabs>
  );
}
