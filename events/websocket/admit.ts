import type { Caller } from '../../shared/access/caller.ts';
import type { Context } from '../../shared/context.ts';
import { frameworkMembers } from '../../shared/notifications/framework-members.ts';
import { startOf } from '../../shared/notifications/notifications.ts';
import { openSubscriberFilter } from '../../shared/notifications/subscriber-filter.ts';
import { readSubscription } from '../../shared/notifications/subscription.ts';

/**
 * Checks that a listener can have what it asks for.
 *
 * @param query of the handshake
 * @returns the cursor after which it is told what was written; null: it hears of what is written from now on
 * @throws Problem `invalid-parameter` (400) for parameters that cannot be, `not-found` (404) for a framework that is not there or
 *   may not be read, `store-unavailable` (503)
 */
export async function admit(
  ctx: Pick<Context, 'store' | 'config' | 'forwarding'>,
  query: URLSearchParams,
  proved: Caller,
): Promise<string | null> {
  const { store, config, forwarding } = ctx;
  const subscription = readSubscription(query);
  await openSubscriberFilter({
    subscription,
    caller: () => forwarding.apply(proved),
    notifyHidden: config.notifyHidden,
    frameworkMembers: (id) => frameworkMembers(ctx, id),
    report: () => undefined,
  });
  const { since, cursors } = subscription;
  return since === null && !cursors ? null : startOf(store, since);
}
