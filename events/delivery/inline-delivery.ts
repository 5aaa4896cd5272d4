import { createLimiter } from '../../shared/base/concurrency/limiter.ts';
import type { Change, ChangeFeed } from '../../shared/repository/objects/change-feed.ts';
import { createDelivery, type DeliveryParts } from './deliver.ts';

export type InlineDeliveryParts = DeliveryParts & {
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

/** For all subscribers together. */
const DELIVERY_TIMEOUT_MS = 3_000;

/**
 * Delivers changes where a process is frozen with its answer. A write is acknowledged when all subscribers received it, or after
 * some seconds. A subscriber not reached in time keeps its position; the next invocation delivers the rest, including what a
 * crashed process left. Without subscribers, a write costs one small read.
 */
export function createInlineDelivery(parts: InlineDeliveryParts): InlineDelivery {
  const { logger, timeoutMs = DELIVERY_TIMEOUT_MS } = parts;
  const deliverToAll = createDelivery(parts);
  const inTurn = createLimiter(1);
  /** Whether a subscriber may lack something. A new process does not know what the one before it left. */
  let isIncomplete = true;
  let deliveries = 0;

  async function deliver(change: Change | null): Promise<void> {
    deliveries++;
    isIncomplete = true;
    try {
      isIncomplete = !(await deliverToAll(change, timeoutMs));
    } catch (error) {
      logger.warn('NETWORK', 'Changes could not be delivered to subscribers', { error: String(error) });
    }
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
