import type { Context } from '../context.ts';
import type { SearchPage, SearchRequest, StoredVersion } from '../store/object-store.ts';

/** What to find, and how much of it at a time. */
export type SearchAll = Pick<SearchRequest, 'query' | 'types' | 'caller'> & {
  /** Absent: by relevance. */
  readonly sort?: SearchRequest['sort'];
  /** Objects per page. */
  readonly page: number;
};

/**
 * Every current object that a query finds, page by page, beyond the 10,000 that a caller can skip.
 *
 * @throws Problem `store-unavailable`, `search-timeout` (503), `query-too-broad` (400)
 */
export async function* searchAll(
  { store, config }: Pick<Context, 'store' | 'config'>,
  { query, types, caller, sort = [], page: limit }: SearchAll,
): AsyncGenerator<readonly StoredVersion[]> {
  let cursor: string | null = null;
  do {
    const page: SearchPage = await store.search({
      ...{ query, types, caller, sort, offset: 0, limit, cursor },
      deadline: config.searchDeadline,
    });
    yield page.hits;
    cursor = page.next;
  } while (cursor !== null);
}
