import { REKEY_TYPE_KEYS } from '../access/kbac-types.ts';
import type { Context } from '../context.ts';
import { parseQuery } from '../search/parser.ts';
import { parseIndexHint } from '../search/type-key-filter.ts';
import type { ObjectStore } from '../store/object-store.ts';
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
export async function loadForwarding(
  ctx: Pick<Context, 'forwarding'> & {
    readonly store: Pick<ObjectStore, 'search'>;
    readonly config: Pick<Context['config'], 'searchDeadline'>;
  },
): Promise<void> {
  const found = searchAll(ctx, {
    query: parseQuery('*', { regex: false }),
    types: parseIndexHint(REKEY_TYPE_KEYS.join(',')),
    caller: { admin: true, keys: [] },
    page: PAGE,
  });
  await ctx.forwarding.renew(async (take) => {
    for await (const hits of found) {
      for (const hit of hits) take({ ...hit, deleted: false }, await ctx.forwarding.read(storedObject(hit)));
    }
  });
}
