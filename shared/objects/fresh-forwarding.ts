import type { ObjectContext } from './context.ts';
import { type ForwardingSource, loadForwarding } from './load-forwarding.ts';

/** How far the table may be behind the store, unless a call asks for less. */
const MAX_AGE_MS = 30_000;

/**
 * Reloads the forwarding table (specification: Internal event bus) on demand, in processes that are frozen between requests and so
 * cannot reload it periodically (`follow-forwarding.ts`).
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
