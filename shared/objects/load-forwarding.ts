import type { Found } from '../access/forwarding.ts';
import { REKEY_TYPE_KEYS } from '../access/kbac-types.ts';
import { parseQuery } from '../search/parser.ts';
import { parseIndexHint } from '../search/type-key-filter.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { ObjectContext } from './context.ts';
import { searchAllStates } from './search-all.ts';
import { storedObject } from './stored-object.ts';
import { wholeVersions } from './whole-versions.ts';

const PAGE_SIZE = 500;

/** What the table is loaded from. */
export type ForwardingSource = {
  readonly store: Pick<ObjectStore, 'searchStates' | 'heads' | 'texts'>;
  readonly config: Pick<ObjectContext['config'], 'searchDeadline'>;
};

/**
 * Updates the forwarding table (specification: Internal event bus) from the store, hidden requests included: removes requests that are
 * no longer stored, and reads those that it does not have. To be done before callers are served: until then forwarded keys still
 * count.
 *
 * @throws Problem `store-unavailable`, `search-timeout` (503)
 */
export async function loadForwarding(ctx: ForwardingSource & Pick<ObjectContext, 'forwarding'>): Promise<void> {
  const { forwarding, store } = ctx;
  const pages = searchAllStates(ctx, {
    query: parseQuery('*', { regex: false }),
    types: parseIndexHint(REKEY_TYPE_KEYS.join(',')),
    caller: { admin: true, keys: [] },
    page: PAGE_SIZE,
  });
  await forwarding.renew(async (found) => {
    for await (const states of pages) {
      const unknown = states.filter((state) => !found.keep(state));
      if (unknown.length > 0) await take(found, await store.heads(unknown.map(({ shortId }) => shortId)));
    }
  });

  async function take(found: Found, heads: Awaited<ReturnType<ObjectStore['heads']>>): Promise<void> {
    const live = heads.filter((head) => head !== null).filter((head) => !head.deleted);
    for await (const requests of wholeVersions(store, live)) {
      for (const request of requests) found.take(request, await forwarding.read(storedObject(request)));
    }
  }
}
