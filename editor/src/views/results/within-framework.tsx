import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { competencyPath, type Match } from '../../app/matches.ts';
import { NotOpened } from '../../app/not-opened.tsx';
import { hasWords } from '../../app/private-objects.ts';
import type { Stemmer } from '../../app/stemmer.ts';
import { useFramework } from '../../app/use-framework.ts';
import { useStemmer } from '../../app/use-stemmer.ts';
import { frameworkOf, listedIds, type OutlineState } from '../../outline/state.ts';
import { Skeleton } from '../../ui/feedback.tsx';
import type { ResultFilters } from './result-filters.ts';
import { fitsFilters } from './result-filters.ts';
import { ShownMatches } from './shown-matches.tsx';

type WithinProps = {
  /** Short id of the framework. */
  readonly id: string;
  /** Beginnings of words, of which each has to be found. */
  readonly words: readonly string[];
  readonly filters: ResultFilters;
  /** Shown above, with what the framework has. */
  readonly children: (found: readonly JsonObject[]) => React.ReactNode;
};

/** The competencies of one framework with the words. The framework is read as a whole, private ones too. */
export function WithinFramework({ id, words, filters, children }: WithinProps) {
  const { data, error } = useFramework(id);
  const stem = useStemmer();
  if (error !== null) return <NotOpened error={error} />;
  if (data === undefined) {
    return (
      <>
        {children([])}
        <Skeleton lines={6} />
      </>
    );
  }
  const matches = matchesIn(data.state, words, stem);
  const shown = matches.filter(({ object }) => fitsFilters(object, { ...filters, kind: 'competency', state: null }));
  return (
    <>
      {children(matches.map(({ object }) => object))}
      <ShownMatches matches={shown} words={words} total={shown.length} />
    </>
  );
}

function matchesIn(state: OutlineState, words: readonly string[], stem: Stemmer): readonly Match[] {
  const framework = frameworkOf(state);
  return listedIds(framework, 'competency').flatMap((id) => {
    const object = state.objects.get(id);
    if (object === undefined || !hasWords(object, words, stem)) return [];
    const href = competencyPath(state.frameworkId, id);
    return [{ id, object, href, framework, path: pathTo(state, id), ends: null }];
  });
}

/** The competencies above one, from the top. */
function pathTo(state: OutlineState, id: string): readonly JsonObject[] {
  const path: string[] = [];
  for (let [above] = state.tree.parents.get(id) ?? []; above !== undefined && !path.includes(above); ) {
    path.unshift(above);
    [above] = state.tree.parents.get(above) ?? [];
  }
  return path.map((one) => state.objects.get(one)).filter((object) => object !== undefined);
}
