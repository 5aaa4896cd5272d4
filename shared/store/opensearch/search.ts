import { damping, inSteps, MAX_LEAVES } from '../../search/relevance.ts';
import type { SortKey } from '../../search/syntax-tree.ts';
import { sleep } from '../../timing/sleep.ts';
import type { HeadState, SearchPage, SearchRequest } from '../object-store.ts';
import { and, matching, toQuery } from './clause.ts';
import { type Compiled, compileQuery, type Leaf } from './compile-query.ts';
import type { Position } from './cursor.ts';
import { type Dsl, type EngineHit, KEYS_ONLY } from './engine.ts';
import type { Parts } from './parts.ts';
import { readStatesByKey } from './read-objects.ts';
import { openScope, type Scope } from './scope.ts';
import { pathTerm } from './terms.ts';

/** Puts right the search copies of objects that were found in a state that is not theirs any more. */
export type Refresher = (keys: readonly string[]) => Promise<void>;

/** Milliseconds to wait for a write under way to show, before its search copy is put right here. */
const PATIENCE = [30, 100];

/**
 * Finds a page of objects: one call for the page, one for its heads; before them one for patterns, if there are some.
 *
 * A hit counts only when it is of the state that its object is in. One of an earlier state is a write that is under way,
 * or that a killed process left half done: it is waited for, then finished here, and the page is asked for again.
 *
 * @throws Problem as `ObjectStore.search` does, and EngineFailure
 */
export async function runSearch(parts: Parts, request: SearchRequest, refresh: Refresher): Promise<SearchPage> {
  if (request.limit <= 0) return { hits: [], next: null };
  const { engine, names, clock } = parts;
  const scope = openScope({ engine, index: names.search, request, until: clock() + request.deadline, clock });
  scope.timeLeft();
  const start = request.cursor === null ? null : await parts.cursors.decode(request.cursor, request);
  const plan = planSearch(await compileQuery(request.query, scope), request, scope, start?.ceiling ?? null);
  for (let attempt = 0; ; attempt++) {
    const { hits, ceiling } = await findHits(parts, plan, request, scope, start);
    const page = hits.slice(0, request.limit);
    const { current, stale } = await readCurrent(parts, page);
    if (stale.length > 0 && attempt <= PATIENCE.length) {
      const pause = PATIENCE[attempt];
      if (pause === undefined) await refresh(stale);
      else await sleep(pause);
      continue;
    }
    const last = page.at(-1);
    const more = hits.length > request.limit && last !== undefined;
    return {
      hits: current,
      next: more ? await parts.cursors.encode({ ceiling, after: [...last.sort] }, request) : null,
    };
  }
}

async function findHits(
  { engine, names }: Parts,
  plan: Dsl,
  request: SearchRequest,
  scope: Scope,
  start: Position | null,
): Promise<{ readonly hits: readonly EngineHit[]; readonly ceiling: number | null }> {
  const from = start === null ? { from: request.offset } : { search_after: start.after };
  const limits = { size: request.limit + 1, track_total_hits: false, version: true };
  const body = { ...plan, ...from, ...limits, ...KEYS_ONLY };
  const bodies = start !== null && start.ceiling === null ? [body, NEWEST] : [body];
  const [answer, newest] = await engine.search(names.search, bodies, scope.timeLeft());
  const ceiling = newest === undefined ? (start?.ceiling ?? null) : Number(newest.hits[0]?.sort[0] ?? 0);
  return { hits: answer?.hits ?? [], ceiling };
}

/**
 * The newest object of all, which the engine knows without looking for it. Which objects are part of a search is told by it
 * and not by a clock: that of another instance may be ahead.
 */
const NEWEST = { query: { match_all: {} }, sort: [{ born: 'desc' }], size: 1, track_total_hits: false, ...KEYS_ONLY };

/** The objects of hits, as they are now, and the keys of those that were found in another state. */
async function readCurrent(
  parts: Parts,
  hits: readonly EngineHit[],
): Promise<{ readonly current: HeadState[]; readonly stale: string[] }> {
  const heads = await readStatesByKey(
    parts,
    hits.map(({ id }) => id),
  );
  const current: HeadState[] = [];
  const stale: string[] = [];
  for (const { id, version } of hits) {
    const head = heads.get(id);
    if (head === undefined || head.state.deleted || head.body.generation !== version) stale.push(id);
    else current.push(head.state);
  }
  return { current, stale };
}

/**
 * Two instances may make objects at one moment: pages need an order of these as well, whichever. The number that each
 * shard gives its writes is one, the same on all copies of the shard, and costs a small part of comparing keys.
 */
const LAST_RESORT = { _seq_no: 'asc' };

function planSearch({ clause, leaves }: Compiled, { sort }: SearchRequest, scope: Scope, ceiling: number | null): Dsl {
  const old = ceiling === null ? [] : [matching({ range: { born: { lte: ceiling } } })];
  const filter = toQuery(and([scope.visible, clause, ...old]));
  const ties = [{ born: 'desc' }, LAST_RESORT];
  if (sort.length > 0) return { query: filter, sort: [...sort.map(sortTerm), ...ties] };
  const ranking = leaves
    .slice(0, MAX_LEAVES)
    .filter((leaf) => leaf.clause.kind === 'terms' || leaf.clause.kind === 'some');
  if (ranking.length === 0) return { query: filter, sort: ties };
  return { query: scored(filter, ranking), sort: [{ _score: 'desc' }, ...ties] };
}

/** See `shared/search/relevance.ts`. */
function scored(filter: Dsl, leaves: readonly Leaf[]): Dsl {
  const should = leaves.map(({ clause, weight }) => {
    return { constant_score: { filter: toQuery(clause), boost: inSteps(weight) } };
  });
  return {
    function_score: {
      query: { bool: { filter: [filter], should } },
      field_value_factor: { field: 'damping', missing: damping(0) },
      boost_mode: 'multiply',
    },
  };
}

/** By the smallest (ascending) or largest (descending) value at the path. */
function sortTerm({ path, order, missing }: SortKey): Dsl {
  const nested = { path: 'sorts', filter: { term: { 'sorts.path': pathTerm(path) } } };
  const options = { order, nested, missing: missing === 'first' ? '_first' : '_last' };
  return order === 'asc' ? { 'sorts.low': { ...options, mode: 'min' } } : { 'sorts.high': { ...options, mode: 'max' } };
}
