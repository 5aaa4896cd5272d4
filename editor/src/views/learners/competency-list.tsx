import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useIdentities } from '../../app/editor.tsx';
import { useTask } from '../../app/use-task.ts';
import { useWriter } from '../../app/use-writer.ts';
import { personId } from '../../identity/people.ts';
import { withGoal } from '../../learners/goals.ts';
import { entriesOf, type ProfileEntry, standingOf } from '../../learners/profile.ts';
import { ServiceError } from '../../service/service-error.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { SearchField, Switch } from '../../ui/fields.tsx';
import { reasonTexts } from '../../words/reason.ts';
import { useWords } from '../../words/use-words.tsx';
import type { Learner } from './use-learners.ts';

type Props = {
  readonly learner: Learner;
  readonly profile: readonly ProfileEntry[];
  readonly whatIf: readonly string[];
  readonly onRecord: (competency: string) => void;
  readonly onWhatIf: (competency: string, isOn: boolean) => void;
};

/** Number of rows shown at first, and added each time. */
const PAGE_ROWS = 100;

/** A longer list has a field to search it. */
const SEARCHED = 20;

/** Each competency with the learner's standing and the reasons. */
export function CompetencyList({ learner, profile, whatIf, onRecord, onWhatIf }: Props) {
  const words = useWords();
  const { t } = words;
  const goals = useGoals(learner);
  const [searched, setSearched] = useState('');
  const [shown, setShown] = useState(PAGE_ROWS);
  const entries = useMemo(() => entriesOf(profile), [profile]);
  const wanted = searched.trim().toLocaleLowerCase();
  const found = entries.filter(({ entry }) => entry.name?.toLocaleLowerCase().includes(wanted) ?? wanted === '');
  return (
    <section className="stack" aria-labelledby="competencies">
      <h2 id="competencies">{t('learners.competencies')}</h2>
      {goals.failure !== null && <Banner kind="danger">{goals.failure}</Banner>}
      {entries.length > SEARCHED && <SearchField label={t('outline.find')} value={searched} onChange={setSearched} />}
      <ul className="list">
        {found.slice(0, shown).map(({ entry, depth }) => {
          const { id, state } = entry;
          const name = entry.name ?? t('outline.unnamed');
          const standing = standingOf(entry);
          const reasons = reasonTexts(entry.reasons, words);
          return (
            <li key={id} className="standing" style={{ paddingInlineStart: `${1 + Math.min(depth, 6)}rem` }}>
              <div className="row row-between">
                <span className="row standing-name">
                  <span>{name}</span>
                  <span className={`tag standing-${standing}`}>{t(`learners.${standing}`)}</span>
                  {state.isGoal && <span className="tag">{t('learners.goal')}</span>}
                </span>
                <span className="row">
                  <Switch
                    aria-label={t('learners.what-if', { name })}
                    isSelected={whatIf.includes(id)}
                    onChange={(isOn) => onWhatIf(id, isOn)}
                    isDisabled={standing === 'achieved' && !whatIf.includes(id)}
                  >
                    {t('learners.what-if-label')}
                  </Switch>
                  {learner.isHeld && (
                    <IconButton
                      icon={state.isGoal ? 'minus' : 'check'}
                      label={t(state.isGoal ? 'learners.drop-goal' : 'learners.make-goal', { name })}
                      isDisabled={goals.isPending}
                      onPress={() => void goals.set(id, !state.isGoal)}
                    />
                  )}
                  <IconButton icon="edit" label={t('learners.record-one', { name })} onPress={() => onRecord(id)} />
                </span>
              </div>
              {reasons.length > 0 && (
                <details>
                  <summary className="small">{t('learners.why')}</summary>
                  <ul className="plain-list small">
                    {reasons.map(({ text, parts }) => (
                      <li key={text}>
                        {parts.map((part, place) =>
                          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their places
                          part.isValue ? <bdi key={place}>{part.text}</bdi> : part.text,
                        )}
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </li>
          );
        })}
      </ul>
      {found.length > shown && (
        <Button onPress={() => setShown(shown + PAGE_ROWS)}>
          {t('outline.more-rows', { count: found.length - shown })}
        </Button>
      )}
    </section>
  );
}

/** Goals are in the Person object of the learner, which only the learner's key may change. */
function useGoals({ id, name, publicPem }: Learner) {
  const service = useWriter('person');
  const { current } = useIdentities();
  const queries = useQueryClient();
  const task = useTask();

  /** The stored Person, or a new one that only the learner and the person may read. */
  async function read() {
    try {
      return await service.read(personId(service.base, id));
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind !== 'not-found') throw error;
      const readers = current === null || current.id === id ? [publicPem] : [publicPem, current.publicPem];
      return {
        etag: null,
        object: {
          '@context': 'https://schema.org/',
          '@type': 'Person',
          '@id': personId(service.base, id),
          name,
          '@owner': [publicPem],
          '@reader': readers,
        },
      };
    }
  }

  return {
    ...task,
    set: (competency: string, isGoal: boolean) =>
      task.run(async () => {
        const { object, etag } = await read();
        const changed = withGoal(object, competency, isGoal);
        await service.save(personId(service.base, id), changed, etag === null ? 'new' : { etag });
        await queries.invalidateQueries({ queryKey: ['profile'] });
      }),
  };
}
