import { useDeferredValue, useMemo, useState } from 'react';
import { originOfStanding } from '../../learners/confirmed.ts';
import type { ProfileEntry } from '../../learners/profile.ts';
import { isListed, STANDING_FILTERS, type StandingFilter, treeOf } from '../../learners/profile-tree.ts';
import { NOTATION } from '../../outline/numbering.ts';
import { createRows } from '../../outline/rows.ts';
import type { OutlineState } from '../../outline/state.ts';
import { Banner } from '../../ui/feedback.tsx';
import { SearchField } from '../../ui/fields.tsx';
import { Select } from '../../ui/select.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { filterTree } from '../crosswalk/filter-tree.ts';
import { folded } from '../outline/type-ahead.ts';
import { CompetencyTree } from './competency-tree.tsx';
import { StandingPanel } from './standing-panel.tsx';
import { StandingTags } from './standing-tags.tsx';
import { useGoals } from './use-goals.ts';
import type { Learner } from './use-learners.ts';
import type { Source } from './use-sources.ts';

type Props = {
  readonly learner: Learner;
  /** Absent while it is being loaded. */
  readonly state: OutlineState | undefined;
  readonly profile: readonly ProfileEntry[];
  readonly sources: ReadonlyMap<string, Source>;
  readonly whatIf: readonly string[];
  readonly onRecord: (competency: string) => void;
  readonly onWhatIf: (competency: string, isOn: boolean) => void;
};

/** The competencies of the framework as a tree with the learner's standing, and what can be done with the chosen one. */
export function CompetencySection({ learner, state, profile, sources, whatIf, onRecord, onWhatIf }: Props) {
  const { t } = useWords();
  const goals = useGoals(learner);
  const [filter, setFilter] = useState<StandingFilter>('all');
  const [typed, setSearch] = useState('');
  const search = useDeferredValue(typed); // letters are shown before the tree of many follows
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [key, setKey] = useState<string | null>(null);
  const [listRows] = useState(createRows);
  const { tree, entries } = useMemo(() => treeOf(profile), [profile]);
  const texts = useTexts(state, entries);
  const shown = useMemo(() => {
    const words = folded(search)
      .split(/\s+/)
      .filter((word) => word !== '');
    if (filter === 'all' && words.length === 0) return tree;
    return filterTree(tree, (id) => {
      const entry = entries.get(id);
      const text = texts.get(id) ?? '';
      return entry !== undefined && isListed(entry, filter) && words.every((word) => text.includes(word));
    });
  }, [tree, entries, texts, filter, search]);
  const rows = useMemo(() => listRows({ tree: shown }, (one) => !collapsed.has(one)), [listRows, shown, collapsed]);
  const index = Math.max(
    0,
    rows.findIndex((row) => row.key === key),
  );
  const entry = entries.get(rows[index]?.id ?? '');
  const originOfEntry = (one: ProfileEntry) => originOfStanding(one, (id) => sources.get(id)?.origin ?? null);
  const nameOf = (id: string): string => {
    const notation = textIn(state?.objects.get(id) ?? {}, NOTATION, '');
    const name = entries.get(id)?.name ?? t('outline.unnamed');
    return notation === null ? name : `${notation} ${name}`;
  };

  return (
    <section className="stack" aria-labelledby="competencies">
      <h2 id="competencies">{t('learners.competencies')}</h2>
      {goals.failure !== null && <Banner kind="danger">{goals.failure}</Banner>}
      <div className="row competency-filters">
        <Select
          label={t('learners.show')}
          choices={STANDING_FILTERS.map((id) => ({ id, label: t(`learners.show-${id}`) }))}
          value={filter}
          onChange={(id) => setFilter(STANDING_FILTERS.find((one) => one === id) ?? 'all')}
        />
        <SearchField label={t('learners.find-competency')} value={typed} onChange={setSearch} />
      </div>
      {rows.length === 0 ? (
        <p className="quiet" role="status">
          {t('learners.show-none')}
        </p>
      ) : (
        <div className="competency-panes">
          <CompetencyTree
            label={t('learners.competencies')}
            rows={rows}
            chosen={index}
            nameOf={({ id }) => nameOf(id)}
            onChoose={(row) => setKey(row.key)}
            onToggle={(row) =>
              setCollapsed((before) =>
                row.expanded ? new Set([...before, row.key]) : new Set([...before].filter((one) => one !== row.key)),
              )
            }
            onOpen={({ id }) => onRecord(id)}
          >
            {({ id }) => {
              const one = entries.get(id);
              return one === undefined ? null : <StandingTags entry={one} origin={originOfEntry(one)} />;
            }}
          </CompetencyTree>
          {entry !== undefined && (
            <StandingPanel
              entry={entry}
              origin={originOfEntry(entry)}
              sourceOf={(id) => sources.get(id) ?? null}
              isWhatIf={whatIf.includes(entry.id)}
              goals={learner.isHeld ? goals : null}
              onRecord={() => onRecord(entry.id)}
              onWhatIf={(isOn) => onWhatIf(entry.id, isOn)}
            />
          )}
        </div>
      )}
    </section>
  );
}

/** Names and coded notations for the search, by id. */
function useTexts(
  state: OutlineState | undefined,
  entries: ReadonlyMap<string, ProfileEntry>,
): ReadonlyMap<string, string> {
  return useMemo(
    () =>
      new Map(
        [...entries].map(([id, { name }]) => {
          const notation = textIn(state?.objects.get(id) ?? {}, NOTATION, '');
          return [id, folded(`${notation ?? ''} ${name ?? ''}`)];
        }),
      ),
    [state, entries],
  );
}
