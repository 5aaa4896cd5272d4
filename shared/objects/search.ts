import { type Caller, faultOf, isAdmin, keysFor } from '../access/caller.ts';
import { Problem } from '../errors/problem.ts';
import { parseQuery } from '../search/parser.ts';
import { parseSort } from '../search/sort.ts';
import { parseIndexHint } from '../search/type-key-filter.ts';
import type { HeadState } from '../store/object-store.ts';
import type { ObjectContext } from './context.ts';
import { MAX_WINDOW } from './limits.ts';
import { isReadable } from './present.ts';

/** The parameters of a search (specification: Search request parameters). */
export type SearchParameters = {
  readonly q: string;
  readonly start: number;
  readonly size: number;
  /** Engine sort JSON. */
  readonly sort: string | null;
  readonly indexHint: string | null;
  /** From the `Link` of an earlier page; `start` is ignored then. */
  readonly cursor: string | null;
};

export type SearchResult = {
  readonly hits: readonly HeadState[];
  /** Cursor of the next page, or null when this is the last. */
  readonly next: string | null;
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
    query: parseQuery(parameters.q, { regex: false }),
    types: parameters.indexHint === null ? null : parseIndexHint(parameters.indexHint),
    caller: { admin: isAdmin(caller, null), keys: [...keysFor(caller, null)] },
    sort: parameters.sort === null ? [] : parseSort(parameters.sort),
    offset: parameters.cursor === null ? parameters.start : 0,
    limit: parameters.size,
    cursor: parameters.cursor,
    timeoutMs: ctx.config.searchDeadline,
  });
  return { hits: page.hits.filter((hit) => isReadable(ctx, hit, caller)), next: page.next };
}
