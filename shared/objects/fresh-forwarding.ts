import type { ObjectContext } from './context.ts';
import { type ForwardingSource, loadForwarding } from './load-forwarding.ts';

/** Milliseconds that the table may be behind the store at most, unless somebody wants it newer. */
const AGE = 30_000;

/**
 * Keeps the forwarding table (specification: Internal event bus) not much older than the store, in processes that do not live
 * between requests and so cannot follow it (`follow-forwarding.ts`): keys that other processes saw given up.
 *
 * @returns loads the table unless it was loaded within `age` milliseconds; throws as `loadForwarding` does, and the next call loads
 *   it then. It waits for nothing that another call began.
 */
export function createFreshForwarding(
  ctx: Pick<ObjectContext, 'forwarding' | 'now'> & Pick<ForwardingSource, 'config'>,
): (store: ForwardingSource['store'], age?: number) => Promise<void> {
  let loaded = Number.NEGATIVE_INFINITY;
  return async (store, age = AGE) => {
    const begin = ctx.now();
    if (begin - loaded < age) return;
    loaded = Number.NEGATIVE_INFINITY;
    await loadForwarding({ ...ctx, store });
    loaded = begin;
  };
}
