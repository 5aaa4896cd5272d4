import { requireAllowedAddress } from '../../shared/base/network/client-address.ts';
import { callerOfHandshake, type Handshake } from '../../shared/http/caller.ts';
import { parseUrlencoded, splitUrl } from '../../shared/http/urlencoded.ts';
import type { Caller } from '../../shared/repository/access/caller.ts';
import { storedProofs } from '../../shared/repository/access/stored-proof.ts';
import type { Context } from '../../shared/repository/context.ts';
import { frameworkMembers } from '../../shared/repository/notifications/framework-members.ts';
import { startCursor } from '../../shared/repository/notifications/notifications.ts';
import { openSubscriberFilter } from '../../shared/repository/notifications/subscriber-filter.ts';
import { readSubscription, requireOrigin } from '../../shared/repository/notifications/subscription.ts';
import type { Subscriptions } from '../subscriptions.ts';

/** A handshake of a managed channel. */
export type ManagedHandshake = Handshake & {
  /** The id that the channel gave to the connection. */
  readonly id: string;
};

type ConnectParts = Pick<Context, 'store' | 'config' | 'forwarding' | 'sheets' | 'signOn' | 'now'> & {
  readonly subscriptions: Pick<Subscriptions, 'add' | 'remove'>;
  /** Requests a delivery after the handshake: a message cannot be sent before it is complete. */
  readonly requestDelivery: () => Promise<void>;
};

/**
 * Accepts a subscriber: from the response to its handshake on, it receives every acknowledged write (specification: Notification
 * channel), after what it missed since a cursor.
 *
 * @throws Problem `address-unauthorized` (401), `credentials-refused` (403) for pages of other origins, `too-many-entries` (400), and
 *   what {@link admit} throws
 */
export async function connect(parts: ConnectParts, handshake: ManagedHandshake): Promise<void> {
  const { config, subscriptions, requestDelivery, now } = parts;
  const { id, url, headers, peerAddress } = handshake;
  requireAllowedAddress(config, { header: (name) => headers.get(name), peerAddress });
  requireOrigin(config, headers.get('origin'));
  const caller = await callerOfHandshake(parts, handshake);
  const { query } = splitUrl(url);
  const start = await admit(parts, parseUrlencoded(query), caller);
  // The time is taken last: for some seconds after it, deliveries treat a missing connection as not ready yet.
  await subscriptions.add({ id, since: now(), query, proofs: storedProofs(caller) }, start);
  if (start === null) return;
  try {
    await requestDelivery();
  } catch (error) {
    await subscriptions.remove(id).catch(() => undefined);
    throw error;
  }
}

/**
 * Checks that a subscriber may have the subscription that it requests.
 *
 * @param query of the handshake
 * @returns the cursor at which its replay starts; null: it receives new changes only
 * @throws Problem `invalid-parameter` (400), `not-found` (404) for a framework that does not exist or may not be read,
 *   `store-unavailable` (503)
 */
async function admit(
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
