import { createLimiter } from '../../shared/base/concurrency/limiter.ts';
import { mapLimit } from '../../shared/base/concurrency/map-limit.ts';
import { hasExpired } from '../../shared/repository/access/stored-proof.ts';
import type { Change, ChangeFeed } from '../../shared/repository/objects/change-feed.ts';
import { type ChangeReader, type ChangeReaderParts, createChangeReader } from './change-reader.ts';
import { createSender, DeliveryError, MAX_CONCURRENCY, type SenderParts } from './sender.ts';
import type { DeliveryStep, Subscriber, SubscriberPosition, Subscriptions } from './subscriptions.ts';

export type InlineDeliveryParts = ChangeReaderParts &
  SenderParts & {
    readonly subscriptions: Pick<Subscriptions, 'all' | 'move'>;
    /** Milliseconds that one delivery may take; {@link DELIVERY_TIMEOUT_MS} when absent. */
    readonly timeoutMs?: number;
  };

/** Delivers changes to subscribers while the function that made them still runs. */
export type InlineDelivery = ChangeFeed & {
  /**
   * Runs the work of an invocation, and then delivers what earlier ones left undelivered, unless the work did. Deliveries that fail
   * do not fail the invocation.
   *
   * @param mayBeIncomplete whether the result shows that the work may have written something unknowingly
   */
  runThenDeliver<T>(work: () => Promise<T>, mayBeIncomplete?: (result: T) => boolean): Promise<T>;
  /** Records that a subscriber may lack something: the next invocation checks. */
  markIncomplete(): void;
};

/** The position of a subscriber after a delivery, and whether nothing follows it. */
type Outcome = { readonly position: SubscriberPosition; readonly isAll: boolean } | 'gone';

/** For all subscribers together. */
const DELIVERY_TIMEOUT_MS = 3_000;

/** For a subscriber that could not be reached the last time. */
const RETRY_TIMEOUT_MS = 1_000;

/**
 * Delivers changes, at least once to each subscriber, where a process is frozen with its answer and keeps no log (specification:
 * Notification channel). The store is the log: each subscriber has a position in its changes, and receives what comes after that. A
 * write is acknowledged when all subscribers received it, or after some seconds. A subscriber not reached in time keeps its position;
 * the next invocation delivers the rest, including what a crashed process left. Without subscribers, a write costs one small
 * read.
 */
export function createInlineDelivery(parts: InlineDeliveryParts): InlineDelivery {
  const { subscriptions, logger, now } = parts;
  const sender = createSender(parts);
  const inTurn = createLimiter(1);
  /** Whether a subscriber may lack something. A new process does not know what the one before it left. */
  let isIncomplete = true;
  let deliveries = 0;

  async function deliver(change: Change | null): Promise<void> {
    deliveries++;
    isIncomplete = true;
    try {
      isIncomplete = !(await deliverToAll(change));
    } catch (error) {
      logger.warn('NETWORK', 'Changes could not be delivered to subscribers', { error: String(error) });
    }
  }

  /** @returns whether nothing is left to deliver */
  async function deliverToAll(change: Change | null): Promise<boolean> {
    const all = await subscriptions.all();
    sender.forgetOthers(new Set(all.map(({ connection }) => connection.id)));
    if (all.length === 0) return true;
    const timeout = AbortSignal.timeout(parts.timeoutMs ?? DELIVERY_TIMEOUT_MS);
    const read = createChangeReader(parts, change);
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
  }

  async function deliverTo(subscriber: Subscriber, read: ChangeReader, timeout: AbortSignal): Promise<Outcome> {
    const { connection } = subscriber;
    const { id, proofs } = connection;
    let { position } = subscriber;
    if (hasExpired(proofs, now())) return disconnect(id, position);
    const isFailing = sender.failingFor(id) !== null;
    const signal = isFailing ? AbortSignal.any([timeout, AbortSignal.timeout(RETRY_TIMEOUT_MS)]) : timeout;
    const deadline = { check: () => signal.throwIfAborted(), signal };
    try {
      for (let isLast = false; !isLast; ) {
        deadline.check();
        const part = await read(connection, position);
        for (const message of part.messages) if (!(await sender.post(connection, message, deadline))) return 'gone';
        position = part.next;
        isLast = part.isLast;
      }
      sender.recordSuccess(id);
      return { position, isAll: true };
    } catch (error) {
      logger.warn('NETWORK', 'A message could not be delivered to a subscriber', { error: String(error) });
      return error instanceof DeliveryError && sender.recordFailure(id)
        ? disconnect(id, position)
        : { position, isAll: false };
    }
  }

  /** Unless it is known to be disconnected, the subscriber keeps its position: otherwise it would miss changes without noticing. */
  async function disconnect(id: string, position: SubscriberPosition): Promise<Outcome> {
    const isClosed = await sender.close(id, AbortSignal.timeout(RETRY_TIMEOUT_MS));
    return isClosed ? 'gone' : { position, isAll: false };
  }

  return {
    publish: (change) => inTurn(() => deliver(change)),
    async runThenDeliver(work, mayBeIncomplete) {
      const isDue = isIncomplete;
      const before = deliveries;
      const result = await work();
      if (isDue && deliveries === before) await inTurn(() => deliver(null));
      if (mayBeIncomplete?.(result) === true) isIncomplete = true;
      return result;
    },
    markIncomplete() {
      isIncomplete = true;
    },
  };
}
