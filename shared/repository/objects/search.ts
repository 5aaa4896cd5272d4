import { Problem } from '../../base/errors/problem.ts';
import { type Caller, faultOf } from '../access/caller.ts';
import { parseQuery } from '../search/parser.ts';
import { filteredBy } from '../search/phrase-queries.ts';
import { parseSort } from '../search/sort.ts';
import type { QueryNode } from '../search/syntax-tree.ts';
import { parseIndexHint } from '../search/type-key-filter.ts';
import type { HeadState, ObjectStore, SearchRequest } from '../store/object-store.ts';
import type { ObjectContext } from './context.ts';
import { isReadable } from './present.ts';

/** Maximum number of results reachable by position, and on one page (specification: Limits). */
export const MAX_WINDOW = 10_000;

/** Results per page of a search that names no size. */
export const DEFAULT_SIZE = 50;

/** The parameters of a search (specification: Search request parameters). */
export type SearchParameters = {
  readonly q: string;
  /** Query that results must match too; absent: none. */
  readonly filter?: string | null;
  readonly start: number;
  readonly size: number;
  /** Engine sort JSON. */
  readonly sort: string | null;
  readonly indexHint: string | null;
  /** From the `Link` of an earlier page; `start` is ignored then. */
  readonly cursor: string | null;
  /** Counts the results up to this number, on the first page; absent: does not. */
  readonly countTo?: number | undefined;
};

export type SearchResult = {
  /** They belong to the consumer, which may empty the list. */
  readonly hits: HeadState[];
  /** Cursor of the next page, or null when this is the last. */
  readonly next: string | null;
  /** Results that the caller may read, at most `countTo`; undefined if they are not counted. */
  readonly total: number | undefined;
};

/**
 * Finds current objects that the caller may read: exactly `size` of them while there are that many (invariant I9).
 *
 * @throws Problem `invalid-query`, `query-too-broad`, `invalid-parameter`, `result-window-exceeded` (400),
 *   `search-timeout` (503), or the fault of the caller's sheet when no entry of it is valid: a shorter list would look
 *   complete
 */
export async function search(
  ctx: Pick<ObjectContext, 'store' | 'config' | 'logger'>,
  parameters: SearchParameters,
  caller: Caller,
): Promise<SearchResult> {
  const fault = faultOf(caller);
  if (fault !== null) throw fault;
  if (parameters.cursor === null && parameters.start + parameters.size > MAX_WINDOW) {
    throw new Problem(
      'result-window-exceeded',
      `start + size is ${parameters.start + parameters.size}, above ${MAX_WINDOW}: follow the Link header of each page instead.`,
      { where: 'start' },
    );
  }
  const page = await ctx.store.search({
    query: queryOf(parameters),
    types: parameters.indexHint === null ? null : parseIndexHint(parameters.indexHint),
    caller: searcher(caller),
    sort: parameters.sort === null ? [] : parseSort(parameters.sort),
    offset: parameters.cursor === null ? parameters.start : 0,
    limit: parameters.size,
    cursor: parameters.cursor,
    ...(parameters.countTo !== undefined && { countTo: parameters.countTo }),
    timeoutMs: ctx.config.searchDeadline,
  });
  return { hits: page.hits.filter((hit) => isReadable(ctx, hit, caller)), next: page.next, total: page.total };
}

function queryOf({ q, filter = null }: SearchParameters): QueryNode {
  const query = parseQuery(q, { regex: false });
  return filter === null ? query : filteredBy(query, parseQuery(filter, { regex: false }));
}

/** The caller as searches treat it: proofs for single objects do not apply. */
export function searcher({ everywhere: { admin, keys } }: Caller): SearchRequest['caller'] {
  return { admin, keys: [...keys] };
}

/** The order of ids. */
export const BY_ID: SearchRequest['sort'] = [{ path: '@id', order: 'asc', missing: 'last' }];

/** The query, and the size of a page. */
export type SearchAll = Pick<SearchRequest, 'query' | 'types' | 'caller'> & {
  /** Absent: by relevance. */
  readonly sort?: SearchRequest['sort'];
  /** Objects per page. */
  readonly page: number;
};

type Searching<Verb extends 'search' | 'searchStates'> = {
  readonly store: Pick<ObjectStore, Verb>;
  readonly config: Pick<ObjectContext['config'], 'searchDeadline'>;
};

/**
 * Every current object that a query finds, page by page, beyond the 10,000 that a caller can skip.
 *
 * @throws Problem `store-unavailable`, `search-timeout` (503), `query-too-broad` (400)
 */
export function searchAll(
  { store, config }: Searching<'search'>,
  all: SearchAll,
): AsyncGenerator<readonly HeadState[]> {
  return pages((request) => store.search(request), config, all);
}

/** As {@link searchAll}, without the cost of reading texts (`ObjectStore.searchStates`). */
export function searchAllStates(
  { store, config }: Searching<'searchStates'>,
  all: SearchAll,
): AsyncGenerator<readonly HeadState[]> {
  return pages((request) => store.searchStates(request), config, all);
}

async function* pages<Hit>(
  search: (request: SearchRequest) => Promise<{ readonly hits: readonly Hit[]; readonly next: string | null }>,
  { searchDeadline: timeoutMs }: Pick<ObjectContext['config'], 'searchDeadline'>,
  { query, types, caller, sort = [], page: limit }: SearchAll,
): AsyncGenerator<readonly Hit[]> {
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof search>> = await search({
      query,
      types,
      caller,
      sort,
      offset: 0,
      limit,
      cursor,
      timeoutMs,
    });
    yield page.hits;
    cursor = page.next;
  } while (cursor !== null);
}
