import type { HeadState, ObjectStore, SearchRequest } from '../store/object-store.ts';
import type { ObjectContext } from './context.ts';

/** What to find, and the size of a page. */
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
      ...{ query, types, caller, sort, offset: 0, limit, cursor },
      timeoutMs,
    });
    yield page.hits;
    cursor = page.next;
  } while (cursor !== null);
}
