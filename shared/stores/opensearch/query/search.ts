import { sleep } from '../../../base/concurrency/sleep.ts';
import { Problem } from '../../../base/errors/problem.ts';
import { damping, inSteps, MAX_LEAVES } from '../../../repository/search/relevance.ts';
import type { SortKey } from '../../../repository/search/syntax-tree.ts';
import type { HeadState, SearchCaller, SearchPage, SearchRequest } from '../../../repository/store/object-store.ts';
import type { Position } from '../cursors.ts';
import type { HeadBody } from '../documents.ts';
import type { Query, SearchBody, SortTerm } from '../engine/api-types.ts';
import { type EngineHit, KEYS_ONLY } from '../engine/engine.ts';
import type { OpenSearchParts } from '../parts.ts';
import { pathTerm } from '../publish/terms.ts';
import { readStatesByKey } from '../read/read-objects.ts';
import { ALL, and, matching, not, toQuery } from './clause.ts';
import { type Compiled, compileQuery, type Leaf } from './compile-query.ts';
import { openScope, type Scope } from './scope.ts';

/** Updates the search copies of objects that were found in a superseded state. */
export type Refresher = (keys: readonly string[]) => Promise<void>;

/** Delays while waiting for the search copy of a write in flight, before this process writes the copy. */
const RETRY_DELAYS_MS = [30, 100];

const MAX_REPETITIONS = RETRY_DELAYS_MS.length + 3;

/**
 * Finds a page of objects with one call for the patterns, if the query has any, one for the page, and one for its heads.
 *
 * A hit is valid if its object was in the found state at some moment of the search; the current head is returned. A hit of an
 * earlier state comes from a write in flight, or from one that a killed process left behind: the search waits for the search
 * copy, then writes the copy itself, and repeats the page. It does not wait for later writes, so it ends and omits nothing,
 * however often other callers write.
 *
 * @throws Problem as `ObjectStore.search` does, and EngineFailure
 */
export async function runSearch(
  parts: OpenSearchParts,
  request: SearchRequest,
  refresh: Refresher,
): Promise<SearchPage> {
  if (request.limit <= 0) return { hits: [], next: null };
  const { engine, names, clock } = parts;
  const scope = openScope({ engine, index: names.search, request, until: clock() + request.timeoutMs, clock });
  scope.timeLeft();
  const start = request.cursor === null ? null : await parts.cursors.decode(request.cursor, request);
  const plan = planSearch(await compileQuery(request.query, scope), { request, scope, start, vectors: parts.vectors });
  const firstRead: FirstRead = new Map();
  for (let repetition = 0; ; repetition++) {
    const { hits, ceiling, total } = await findHits(parts, plan, request, scope, start);
    const page = hits.slice(0, request.limit);
    const position = hits.length > request.limit ? positionAfter(page, start, ceiling) : null;
    const [{ current, stale, scores }, next] = await Promise.all([
      readFound(parts, page, request.caller, firstRead),
      position === null || request.nearest ? null : parts.cursors.encode(position, request), // in the meantime, on another thread
    ]);
    if (stale.length > 0 && repetition < MAX_REPETITIONS) {
      const delayMs = RETRY_DELAYS_MS[repetition];
      if (delayMs === undefined) await refresh(stale);
      else await sleep(delayMs);
      continue;
    }
    const similarities = request.nearest && parts.vectors ? scores.map(parts.vectors.similarityOf) : undefined;
    return { hits: current, next, ...(total !== null && { total }), ...(similarities && { similarities }) };
  }
}

async function findHits(
  { engine, names }: OpenSearchParts,
  plan: SearchBody,
  request: SearchRequest,
  scope: Scope,
  start: Position | null,
): Promise<{ readonly hits: readonly EngineHit[]; readonly ceiling: number | null; readonly total: number | null }> {
  const from = start === null ? { from: request.offset } : { search_after: justBefore(start.place) };
  const countTo = start === null ? request.countTo : undefined;
  const limits = { size: request.limit + 1, track_total_hits: countTo ?? false, version: true };
  const body = { ...plan, ...from, ...limits, ...KEYS_ONLY };
  const bodies = start !== null && start.ceiling === null ? [body, NEWEST] : [body];
  const [answer, newest] = await engine.search(names.search, bodies, scope.timeLeft());
  const ceiling = newest === undefined ? (start?.ceiling ?? null) : Number(newest.hits[0]?.sort[0] ?? 0);
  const total = countTo === undefined ? null : Math.min(answer?.total ?? 0, countTo); // the engine may count a little more
  return { hits: answer?.hits ?? [], ceiling, total };
}

/**
 * Finds the newest of all objects, which costs the engine no search. This object, not a clock, decides which objects are part of a
 * search: the clock of another instance may be ahead.
 */
const NEWEST: SearchBody = {
  query: { match_all: {} },
  sort: [{ born: 'desc' }],
  size: 1,
  track_total_hits: false,
  ...KEYS_ONLY,
};

/**
 * Two instances may create objects at the same moment, and a page needs an order of these too. The sequence number of the write
 * is the same on all copies of a shard, and cheaper to compare than keys. It changes with every write, so cursors do not
 * contain it.
 */
const TIEBREAKER = { _seq_no: 'asc' } satisfies SortTerm;

/** The position after a page; null for an empty one. */
function positionAfter(page: readonly EngineHit[], start: Position | null, ceiling: number | null): Position | null {
  const place = page.at(-1)?.sort.slice(0, -1);
  if (place === undefined) return null;
  const shown = page.filter(({ sort }) => areEqual(sort.slice(0, -1), place)).map(({ id }) => id);
  const before = start !== null && areEqual(start.place, place) ? start.shown : [];
  return { ceiling, place, shown: [...before, ...shown] };
}

function areEqual(one: Position['place'], other: Position['place']): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}

/** The last sort values before a place: among equals the newest comes first, and was created a step later. */
function justBefore(place: Position['place']): Position['place'] {
  return [...place.slice(0, -1), Number(place.at(-1)) + 1, Number.MAX_SAFE_INTEGER];
}

type PlanParts = Pick<OpenSearchParts, 'vectors'> & {
  readonly request: SearchRequest;
  readonly scope: Scope;
  readonly start: Position | null;
};

function planSearch({ clause, leaves }: Compiled, { request, scope, start, vectors }: PlanParts): SearchBody {
  const { sort, nearest } = request;
  const { ceiling = null, shown = [] } = start ?? {};
  const old = ceiling === null ? ALL : matching({ range: { born: { lte: ceiling } } });
  const rest = shown.length === 0 ? ALL : not({ kind: 'terms', field: 'key', terms: shown });
  const ranking = sort.length > 0 || nearest ? [] : leaves.slice(0, MAX_LEAVES).filter(changesOrder);
  const selecting = leaves.filter((leaf) => leaf.required && !ranking.includes(leaf)).map((leaf) => leaf.clause);
  const found = and([scope.visible, clause, ...selecting, old, rest]);
  const filter = toQuery(found);
  const ties: SortTerm[] = [{ born: 'desc' }, TIEBREAKER];
  if (nearest) {
    if (vectors === null) throw new Problem('model-unavailable', 'The search cluster does not compare vectors.');
    const query = vectors.nearestQuery(nearest, request.offset + request.limit, found);
    return { query, sort: [{ _score: 'desc' }, ...ties] };
  }
  if (sort.length > 0) return { query: filter, sort: [...sort.map(sortTerm), ...ties] };
  if (ranking.length === 0) return { query: filter, sort: ties };
  return { query: scored(filter, ranking), sort: [{ _score: 'desc' }, ...ties] };
}

function changesOrder({ weight, clause }: Leaf): boolean {
  return inSteps(weight) > 0 && (clause.kind === 'terms' || clause.kind === 'some');
}

/**
 * See `shared/repository/search/relevance.ts`. A required part both selects and scores: as a filter besides, the engine would look it
 * up twice, which takes a fifth of its time for a page.
 */
function scored(filter: Query, leaves: readonly Leaf[]): Query {
  const scores = (required: boolean) =>
    leaves
      .filter((leaf) => leaf.required === required)
      .map(({ clause, weight }) => ({ constant_score: { filter: toQuery(clause), boost: inSteps(weight) } }));
  return {
    function_score: {
      query: { bool: { filter: [filter], must: scores(true), should: scores(false) } },
      functions: [{ field_value_factor: { field: 'damping', missing: damping(0) } }],
      boost_mode: 'multiply',
    },
  };
}

/** Sorts by the smallest (ascending) or largest (descending) value at the path. */
function sortTerm({ path, order, missing }: SortKey): SortTerm {
  const nested = { path: 'sorts', filter: { term: { 'sorts.path': pathTerm(path) } } };
  const options = { order, nested, missing: missing === 'first' ? '_first' : '_last' };
  return order === 'asc' ? { 'sorts.low': { ...options, mode: 'min' } } : { 'sorts.high': { ...options, mode: 'max' } };
}

/** Generations that heads had when a search first read them, by key. */
type FirstRead = Map<string, number>;

/**
 * The current objects of hits with the scores of the hits, and the keys of the objects that were found in a state from before the search.
 *
 * @param firstRead extended when the page has to be repeated
 */
async function readFound(
  parts: OpenSearchParts,
  hits: readonly EngineHit[],
  caller: SearchCaller,
  firstRead: FirstRead,
): Promise<{ readonly current: HeadState[]; readonly scores: number[]; readonly stale: string[] }> {
  const heads = await readStatesByKey(
    parts,
    hits.map(({ id }) => id),
  );
  const current: HeadState[] = [];
  const scores: number[] = [];
  const stale: string[] = [];
  for (const { id, version, sort } of hits) {
    const head = heads.get(id);
    if (head !== undefined && isFound(head.body, version, firstRead.get(id) ?? head.body.generation, caller)) {
      current.push(head.state);
      scores.push(Number(sort[0]));
    } else {
      stale.push(id);
    }
  }
  if (stale.length > 0) {
    for (const [key, { body }] of heads) if (!firstRead.has(key)) firstRead.set(key, body.generation);
  }
  return { current, scores, stale };
}

/** @param since the generation that the object had when the search first read it */
function isFound(head: HeadBody, found: number, since: number, caller: SearchCaller): boolean {
  if (head.deleted) return false;
  if (found === head.generation) return true;
  return found >= since && found < head.generation && mayRead(head, caller);
}

/** Checks the rights of a state whose search copy is not visible yet: the query has only checked the state that it found. */
function mayRead({ access }: HeadBody, { admin, keys }: SearchCaller): boolean {
  if (admin || !access.hidden) return true;
  const own = new Set<string>(keys);
  return [...access.owners, ...access.readers].some((key) => own.has(key));
}
