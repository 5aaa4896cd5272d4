import { useState } from 'react';
import { createKeyRing } from '../../../../shared/base/crypto/public-key.ts';
import { readObjectKeys } from '../../../../shared/repository/access/key-lists.ts';
import { useTask } from '../../app/use-task.ts';
import type { ProfileRecord } from '../../learners/profile.ts';
import { frameworkOf, type OutlineState } from '../../outline/state.ts';
import { accessOf } from '../../sharing/access.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import { ShareByLink } from './share-by-link.tsx';
import { ShareWithPerson } from './share-with-person.tsx';
import type { Learner } from './use-learners.ts';
import type { Source } from './use-sources.ts';

type Props = {
  readonly learner: Learner;
  readonly state: OutlineState;
  /** One record, or all of the profile. */
  readonly records: readonly ProfileRecord[];
  readonly sources: ReadonlyMap<string, Source>;
  readonly onClose: () => void;
};

const readKey = createKeyRing();

/** Shares records of the person with another person, or by a link. Records of others are counted: only they can share them. */
export function ShareDialog({ learner, state, records, sources, onClose }: Props) {
  const { t } = useWords();
  const task = useTask();
  const [tried, setTried] = useState(0);
  const mine = records.filter(({ id }) => sources.get(id)?.isMine === true);
  const others = records.filter((record) => !mine.includes(record));
  const names = new Set(others.map(({ id, agent }) => agent ?? sources.get(id)?.maker ?? t('learners.somebody')));
  const ids = mine.map(({ id }) => id);

  /** @param share returns how many records were refused */
  function run(share: () => Promise<number>): Promise<boolean> {
    return task.run(async () => {
      setTried(tried + 1);
      const refused = await share();
      if (refused > 0) throw new Error(t('share.refused', { count: refused }));
    });
  }

  return (
    <Dialog title={t(records.length === 1 ? 'share.title-one' : 'share.title-all')} isOpen hasInput onClose={onClose}>
      <div className="stack">
        <p>{t('share.mine', { count: mine.length })}</p>
        {others.length > 0 && (
          <p className="quiet">{t('share.others', { count: others.length, names: [...names].join(', ') })}</p>
        )}
        {accessOf(frameworkOf(state)).isPrivate && <Banner kind="warning">{t('share.private-framework')}</Banner>}
        {task.failure !== null && <Banner kind="danger">{task.failure}</Banner>}
        {mine.length > 0 && (
          <>
            <ShareWithPerson
              learner={learner}
              records={ids}
              readers={readersOf(mine, sources)}
              isPending={task.isPending}
              run={run}
            />
            <ShareByLink
              link={{ learner, records: ids, framework: state.frameworkId }}
              isPending={task.isPending}
              run={run}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** The keys that read all of the records besides their owners. */
function readersOf(records: readonly ProfileRecord[], sources: ReadonlyMap<string, Source>) {
  const lists = records.map(({ id }) => readObjectKeys(sources.get(id)?.object ?? {}, readKey).readers);
  const [first = [], ...rest] = lists;
  return first.filter(({ id }) => rest.every((list) => list.some((one) => one.id === id)));
}
