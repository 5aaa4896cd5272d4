import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useFaultMessage } from '../../app/use-fault.tsx';
import { useFramework } from '../../app/use-framework.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Banner, EmptyState, Skeleton } from '../../ui/feedback.tsx';
import { Checkbox } from '../../ui/fields.tsx';
import { useWords } from '../../words/use-words.tsx';
import { ChooseFramework } from './choose-framework.tsx';
import { GroupMatrix } from './group-matrix.tsx';
import { StillReading } from './still-reading.tsx';
import { type Learner, useLearners } from './use-learners.ts';
import './learners.css';

/** How a group of learners stands in a framework. */
export function GroupView() {
  const { t } = useWords();
  const faultMessage = useFaultMessage();
  const { learners, isPending, ...reading } = useLearners();
  const [address, setAddress] = useSearchParams();
  const framework = address.get('framework');
  const loaded = useFramework(framework);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  usePageTitle(t('group.title'));
  const group = learners.filter(({ id }) => !left.has(id));
  return (
    <div className="page page-wide stack">
      <div className="page-head">
        <h1>{t('group.title')}</h1>
        <LinkButton href="/learners" icon="back">
          {t('learners.all')}
        </LinkButton>
      </div>
      <ChooseFramework id={framework} state={loaded.data?.state} onChoose={(id) => setAddress({ framework: id })} />
      {isPending && learners.length === 0 && <Skeleton lines={4} />}
      {!isPending && learners.length === 0 && (
        <EmptyState icon="people" title={t('learners.none-title')}>
          {t('learners.none')}
        </EmptyState>
      )}
      {learners.length > 0 && <Members learners={learners} left={left} onChange={setLeft} />}
      <StillReading {...reading} />
      {loaded.isError && <Banner kind="danger">{faultMessage(loaded.error)}</Banner>}
      {framework !== null && loaded.isPending && <Skeleton lines={6} />}
      {loaded.data !== undefined && group.length > 0 && (
        <GroupMatrix key={framework} state={loaded.data.state} learners={group} />
      )}
    </div>
  );
}

type MembersProps = {
  readonly learners: readonly Learner[];
  /** Ids of those who are not in the group. */
  readonly left: ReadonlySet<string>;
  readonly onChange: (left: ReadonlySet<string>) => void;
};

/** Chooses who is in the group: at first, all. */
function Members({ learners, left, onChange }: MembersProps) {
  const { t } = useWords();
  return (
    <details>
      <summary>{t('group.members', { count: learners.length - left.size, all: learners.length })}</summary>
      <ul className="matrix-members">
        {learners.map(({ id, name }) => (
          <li key={id}>
            <Checkbox
              isSelected={!left.has(id)}
              onChange={(isIn) =>
                onChange(isIn ? new Set([...left].filter((one) => one !== id)) : new Set([...left, id]))
              }
            >
              {name}
            </Checkbox>
          </li>
        ))}
      </ul>
    </details>
  );
}
