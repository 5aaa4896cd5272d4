import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useEditor } from '../../app/editor.tsx';
import { toSegment, type ViewProps } from '../../app/paths.ts';
import { useOwner } from '../../app/use-owner.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import { useTask } from '../../app/use-task.ts';
import { findPeople } from '../../identity/people.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState, Skeleton } from '../../ui/feedback.tsx';
import { SearchField, TextField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useWords } from '../../words/use-words.tsx';
import { BulkView } from './bulk-view.tsx';
import { GroupView } from './group-view.tsx';
import { LearnerView } from './learner-view.tsx';
import { SharedView } from './shared-view.tsx';
import { StillReading } from './still-reading.tsx';
import { useLearners } from './use-learners.ts';
import { VerifyBadgeView } from './verify-badge-view.tsx';

/** The views of learners: the list, one learner, a group, a table of many, what a link shows, and badges. */
export function LearnersView({ params }: ViewProps) {
  const { id } = params;
  if (id === undefined) return <LearnerList />;
  if (id === 'table') return <BulkView />;
  if (id === 'group') return <GroupView />;
  if (id === 'shared') return <SharedView />;
  return id === 'badge' ? <VerifyBadgeView /> : <LearnerView params={params} />;
}

/** The learners whose achievements the person records or reads. */
function LearnerList() {
  const { t } = useWords();
  const { service } = useEditor();
  const { learners, isPending, ...reading } = useLearners();
  const [words, setWords] = useState('');
  const [isAdding, setAdding] = useState(false);
  const asked = useDeferredValue(words.trim());
  const { data: people = [] } = useQuery({
    queryKey: ['find-people', asked],
    queryFn: ({ signal }) => findPeople(service, asked, signal),
    enabled: asked !== '',
  });
  usePageTitle(t('learners.title'));
  const known = new Set(learners.map(({ id }) => id));
  const fitting = learners.filter(({ name }) => name.toLowerCase().includes(asked.toLowerCase()));
  const others = people.filter(({ id }) => !known.has(id)).map((one) => ({ ...one, isHeld: false }));
  const shown = [...fitting, ...others];
  return (
    <div className="page stack">
      <div className="page-head">
        <h1>{t('learners.title')}</h1>
        <div className="row">
          <Button variant="primary" icon="add" onPress={() => setAdding(true)}>
            {t('learners.add')}
          </Button>
          <LinkButton href="/learners/group" icon="graph">
            {t('group.title')}
          </LinkButton>
          <LinkButton href="/learners/table" icon="upload">
            {t('learners.bulk')}
          </LinkButton>
          <LinkButton href="/learners/badge" icon="check">
            {t('learners.verify')}
          </LinkButton>
        </div>
      </div>
      <SearchField label={t('learners.filter')} value={words} onChange={setWords} />
      {isPending && shown.length === 0 && <Skeleton lines={4} />}
      {!isPending && shown.length === 0 && (
        <EmptyState icon="people" title={t('learners.none-title')}>
          {t('learners.none')}
        </EmptyState>
      )}
      {shown.length > 0 && (
        <ul className="list" aria-label={t('learners.title')}>
          {shown.map(({ id, name, isHeld }) => (
            <li key={id} className="row row-between">
              <Link href={`/learners/${toSegment(id)}`}>{name}</Link>
              <span className="row">
                {isHeld && <span className="tag">{t('learners.key-here')}</span>}
                <span className="quiet small">{id.slice(0, 8)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <StillReading {...reading} />
      {isAdding && <AddLearner onClose={() => setAdding(false)} />}
    </div>
  );
}

/** Makes a key for a learner, which the person keeps beside their own. */
function AddLearner({ onClose }: { readonly onClose: () => void }) {
  const { t } = useWords();
  const { identities: store } = useEditor();
  const owner = useOwner();
  const task = useTask();
  const [, navigate] = useLocation();
  const [name, setName] = useState('');
  const [isTried, setTried] = useState(false);

  async function add(): Promise<void> {
    setTried(true);
    if (name.trim() === '') return;
    await task.run(async () => {
      await owner(); // otherwise the person would act as the learner
      const { current } = store.getSnapshot();
      const { id } = await store.create(name.trim());
      await store.select(current?.id ?? null);
      onClose();
      navigate(`/learners/${toSegment(id)}`);
    });
  }

  return (
    <FormDialog
      title={t('learners.add')}
      submit={t('learners.add')}
      task={task}
      onClose={onClose}
      onSubmit={() => void add()}
    >
      <p className="quiet">{t('learners.add-help')}</p>
      <TextField
        label={t('identity.name')}
        value={name}
        onChange={setName}
        autoFocus
        error={isTried && name.trim() === '' ? t('identity.name-missing') : undefined}
      />
    </FormDialog>
  );
}
