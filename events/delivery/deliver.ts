import { mapLimit } from '../../shared/base/concurrency/map-limit.ts';
import { hasExpired } from '../../shared/repository/access/stored-proof.ts';
import type { Change } from '../../shared/repository/objects/change-feed.ts';
import type { CloseReason } from '../connections.ts';
import type { DeliveryStep, Subscriber, SubscriberPosition, Subscriptions } from '../subscriptions.ts';
import { type ChangeReader, type ChangeReaderParts, createChangeReader } from './change-reader.ts';
import { createSender, DeliveryError, type SenderParts } from './sender.ts';

export type DeliveryParts = ChangeReaderParts &
  SenderParts & { readonly subscriptions: Pick<Subscriptions, 'all' | 'has' | 'move'> };

/**
 * Delivers to all subscribers what follows their positions. One delivery runs at a time.
 *
 * @param change what this process wrote itself, and announces as it was written; null: nothing
 * @param timeoutMs after which no message is sent
 * @returns whether nothing is left to deliver
 * @throws Problem `store-unavailable` (503)
 */
export type Deliver = (change: Change | null, timeoutMs: number) => Promise<boolean>;

/** The position of a subscriber after a delivery, and whether nothing follows it. */
type Outcome = { readonly position: SubscriberPosition; readonly isAll: boolean } | 'gone';

/** Subscribers that are sent to at the same time. */
const MAX_CONCURRENCY = 32;

/** For a subscriber that could not be reached the last time. */
const RETRY_TIMEOUT_MS = 1_000;

/**
 * The delivery of managed channels (specification: Notification channel). The store is the log: each subscriber has a position in
 * its changes, receives what follows, at least once, and is moved. A platform only has to call it after a write, and again when
 * something is left. A subscriber that cannot be reached keeps its position and does not delay the others; it is disconnected when
 * that lasts too long, so that it never misses anything without noticing. So is a subscriber whose proof has expired: it has to
 * prove its key again.
 */
export function createDelivery(parts: DeliveryParts): Deliver {
  const { subscriptions, logger, now } = parts;
  const sender = createSender(parts);

  async function deliverTo(subscriber: Subscriber, read: ChangeReader, timeout: AbortSignal): Promise<Outcome> {
    const { connection } = subscriber;
    const { id, proofs } = connection;
    let { position } = subscriber;
    if (hasExpired(proofs, now())) return disconnect(id, 'expired', position);
    const isFailing = sender.failingFor(id) !== null;
    const signal = isFailing ? AbortSignal.any([timeout, AbortSignal.timeout(RETRY_TIMEOUT_MS)]) : timeout;
    const isConnected = () => subscriptions.has(id);
    try {
      for (let isLast = false; !isLast; ) {
        signal.throwIfAborted();
        const part = await read(connection, position);
        for (const message of part.messages) {
          if (!(await sender.post(connection, message, signal, isConnected))) return 'gone';
        }
        position = part.next;
        isLast = part.isLast;
      }
      sender.recordSuccess(id);
      return { position, isAll: true };
    } catch (error) {
      logger.warn('NETWORK', 'A message could not be delivered to a subscriber', { error: String(error) });
      return error instanceof DeliveryError && sender.recordFailure(id)
        ? disconnect(id, 'failed', position)
        : { position, isAll: false };
    }
  }

  /** Unless it is known to be disconnected, the subscriber keeps its position: otherwise it would miss changes without noticing. */
  async function disconnect(id: string, reason: CloseReason, position: SubscriberPosition): Promise<Outcome> {
    const isClosed = await sender.close(id, reason, AbortSignal.timeout(RETRY_TIMEOUT_MS));
    return isClosed ? 'gone' : { position, isAll: false };
  }

  return async (change, timeoutMs) => {
    const all = await subscriptions.all();
    sender.forgetOthers(new Set(all.map(({ connection }) => connection.id)));
    if (all.length === 0) return true;
    const timeout = AbortSignal.timeout(timeoutMs);
    const read = await createChangeReader(parts, all, change);
    const steps = new Map<string, DeliveryStep>();
    let isDone = true;
    // Subscribers that failed come last, so that they do not delay the others.
    const isFailing = ({ connection }: Subscriber) => Number(sender.failingFor(connection.id) !== null);
    const queue = all.toSorted((a, b) => isFailing(a) - isFailing(b));
    await mapLimit(queue, MAX_CONCURRENCY, async (subscriber) => {
      const outcome = await deliverTo(subscriber, read, timeout);
      const { connection, position: from } = subscriber;
      if (outcome === 'gone') steps.set(connection.id, 'gone');
      else if (outcome.position !== from) steps.set(connection.id, { from, to: outcome.position });
      if (outcome !== 'gone' && !outcome.isAll) isDone = false;
    });
    await subscriptions.move(steps);
    return isDone;
  };
}
