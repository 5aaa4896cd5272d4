import { REKEY_TYPE_KEYS } from '../access/kbac-types.ts';
import type { Context } from '../context.ts';
import { parseQuery } from '../search/parser.ts';
import { parseIndexHint } from '../search/type-key-filter.ts';
import { storedObject } from './stored-object.ts';

/** Requests asked for at a time. */
const PAGE = 500;

/**
 * Fills the forwarding table from what is stored (specification: Internal event bus), hidden requests included. To be
 * done before callers are served: until then a key that leads to another still counts.
 *
 * @throws Problem `store-unavailable`, `search-timeout` (503)
 */
export async function loadForwarding(ctx: Pick<Context, 'store' | 'config' | 'forwarding'>): Promise<void> {
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<Context['store']['search']>> = await ctx.store.search({
      query: parseQuery('*', { regex: false }),
      types: parseIndexHint(REKEY_TYPE_KEYS.join(',')),
      caller: { admin: true, keys: [] },
      sort: [],
      offset: 0,
      limit: PAGE,
      cursor,
      deadline: ctx.config.searchDeadline,
    });
    for (const hit of page.hits) {
      const rekey = await ctx.forwarding.read(storedObject(hit));
      ctx.forwarding.follow({ ...hit, deleted: false }, rekey);
    }
    cursor = page.next;
  } while (cursor !== null);
}
