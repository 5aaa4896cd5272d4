import type { LoadedRequests } from '../access/forwarding.ts';
import { REKEY_TYPE_KEYS } from '../access/kbac-types.ts';
import { parseQuery } from '../search/parser.ts';
import { parseIndexHint } from '../search/type-key-filter.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { ObjectContext } from './context.ts';
import { searchAllStates } from './search.ts';
import { storedObject, wholeVersions } from './stored-versions.ts';

const PAGE_SIZE = 500;

/** The sources of the table. */
type ForwardingSource = {
  readonly store: Pick<ObjectStore, 'searchStates' | 'heads' | 'texts'>;
  readonly config: Pick<ObjectContext['config'], 'searchDeadline'>;
};

/**
 * Updates the forwarding table (specification: Internal event bus) from the store, hidden requests included: removes
 * requests that are no longer stored, and reads those that it does not have. Must be done before callers are served:
 * until then, forwarded keys are still accepted.
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

  async function take(found: LoadedRequests, heads: Awaited<ReturnType<ObjectStore['heads']>>): Promise<void> {
    const live = heads.filter((head) => head !== null).filter((head) => !head.deleted);
    for await (const requests of wholeVersions(store, live)) {
      for (const request of requests) found.take(request, await forwarding.read(storedObject(request)));
    }
  }
}

/** How far the table may be behind the store, unless a call requires less. */
const MAX_AGE_MS = 30_000;

/**
 * Reloads the forwarding table (specification: Internal event bus) on demand, in processes that are frozen between requests and so
 * cannot reload it periodically ({@link followForwarding}).
 *
 * @returns loads the table unless it was loaded within the last `maxAgeMs`; throws as `loadForwarding` does, and the next call tries
 *   again. It never waits for what another call began, which may be frozen.
 */
export function createFreshForwarding(
  ctx: Pick<ObjectContext, 'forwarding' | 'now'> & Pick<ForwardingSource, 'config'>,
): (store: ForwardingSource['store'], maxAgeMs?: number) => Promise<void> {
  let loaded = Number.NEGATIVE_INFINITY;
  return async (store, maxAgeMs = MAX_AGE_MS) => {
    const begin = ctx.now();
    if (begin - loaded < maxAgeMs) return;
    loaded = Number.NEGATIVE_INFINITY;
    await loadForwarding({ ...ctx, store });
    loaded = begin;
  };
}

type FollowOptions = {
  /** Milliseconds between two loads. */
  readonly interval: number;
  /** Is called for the first of several consecutive failures. */
  readonly report: (error: unknown) => void;
};

/** If a load takes longer, because there are very many requests, the pause after it is longer. */
const EXPECTED_LOAD_MS = 2_000;

/** The pause after a slow load, as a multiple of the excess time. */
const PAUSE_FACTOR = 20;

/**
 * Reloads the forwarding table (specification: Internal event bus) periodically: RekeyRequests that any instance saves, replaces or
 * deletes take effect here within the interval, and none has any after a purge. Those of this instance are included, as the answer
 * of the store to a save may have been lost. However much is written, a load is one small search.
 *
 * @returns a function that stops it
 */
export function followForwarding(
  ctx: ForwardingSource & Pick<ObjectContext, 'forwarding'>,
  { interval, report }: FollowOptions,
): () => void {
  let failing = false;
  let ended = false;
  let timer = setTimeout(reload, interval);

  async function reload(): Promise<void> {
    const begin = performance.now();
    try {
      await loadForwarding(ctx);
      failing = false;
    } catch (error) {
      if (!failing && !ended) report(error);
      failing = true;
    }
    if (ended) return;
    timer = setTimeout(reload, Math.max(interval, (performance.now() - begin - EXPECTED_LOAD_MS) * PAUSE_FACTOR));
  }

  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
