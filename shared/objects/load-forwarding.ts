import { REKEY_TYPE_KEYS } from '../access/kbac-types.ts';
import type { Context } from '../context.ts';
import { parseQuery } from '../search/parser.ts';
import { parseIndexHint } from '../search/type-key-filter.ts';
import { searchAll } from './search-all.ts';
import { storedObject } from './stored-object.ts';

/** Requests asked for at a time. */
const PAGE = 500;

/**
 * Fills the forwarding table from what is stored (specification: Internal event bus), hidden requests included, and forgets those
 * that are not stored any more. To be done before callers are served: until then a key that leads to another still counts.
 *
 * @throws Problem `store-unavailable`, `search-timeout` (503)
 */
export async function loadForwarding(ctx: Pick<Context, 'store' | 'config' | 'forwarding'>): Promise<void> {
  const gone = new Set(ctx.forwarding.requests());
  const found = searchAll(ctx, {
    query: parseQuery('*', { regex: false }),
    types: parseIndexHint(REKEY_TYPE_KEYS.join(',')),
    caller: { admin: true, keys: [] },
    page: PAGE,
  });
  for await (const hits of found) {
    for (const hit of hits) {
      gone.delete(hit.key);
      const rekey = await ctx.forwarding.read(storedObject(hit));
      ctx.forwarding.follow({ ...hit, deleted: false }, rekey);
    }
  }
  for (const request of gone) ctx.forwarding.forget(request);
}
