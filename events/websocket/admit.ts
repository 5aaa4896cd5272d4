import type { Caller } from '../../shared/access/caller.ts';
import type { Context } from '../../shared/context.ts';
import { frameworkMembers } from '../../shared/notifications/framework-members.ts';
import { startCursor } from '../../shared/notifications/notifications.ts';
import { openSubscriberFilter } from '../../shared/notifications/subscriber-filter.ts';
import { readSubscription } from '../../shared/notifications/subscription.ts';

/**
 * Checks that a subscriber may have what it asks for.
 *
 * @param query of the handshake
 * @returns the cursor at which its replay starts; null: it receives new changes only
 * @throws Problem `invalid-parameter` (400), `not-found` (404) for a framework that does not exist or may not be read,
 *   `store-unavailable` (503)
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
  return since === null && !cursors ? null : startCursor(store, since);
}
