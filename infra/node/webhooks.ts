import { createWebhookDelivery, type WebhookDelivery } from '../../events/delivery/webhooks/delivery.ts';
import type { OutboundSend } from '../../shared/base/outbound/outbound-fetch.ts';
import type { WebhookContext } from '../../shared/exchange/webhooks/context.ts';
import type { ChangeFeed } from '../../shared/repository/objects/change-feed.ts';

/** Minimum time between the starts of two deliveries: each reads the webhooks, and takes the changes of that time together. */
const INTERVAL_MS = 1_000;

/** Maximum delay of a timer. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** The delivery to webhooks in a process that keeps running. */
export type RunningWebhooks = {
  readonly delivery: WebhookDelivery;
  /** Delivers after each change that is published here; other processes deliver theirs. */
  readonly changes: ChangeFeed;
  /** Starts no more deliveries, and aborts the calls under way, whose receivers are called again by the next process. */
  readonly stop: () => Promise<void>;
};

/** Delivers to webhooks after each write, and when the retry of a failed delivery is due. */
export function startWebhooks(ctx: WebhookContext, openSend: () => Promise<OutboundSend>): RunningWebhooks {
  const stopping = new AbortController();
  const delivery = createWebhookDelivery(ctx, { openSend, remind });
  const running = new Set<Promise<void>>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  /** When the timer fires, and when the last delivery began, UTC milliseconds. */
  let [dueAt, begunAt] = [Number.POSITIVE_INFINITY, 0];

  function remind(at: number): void {
    const soonest = Math.max(at, begunAt + INTERVAL_MS);
    if (stopping.signal.aborted || soonest >= dueAt) return;
    if (timer !== null) clearTimeout(timer);
    dueAt = soonest;
    timer = setTimeout(begin, Math.min(Math.max(0, soonest - ctx.now()), MAX_DELAY_MS));
    timer.unref();
  }

  function begin(): void {
    [timer, dueAt, begunAt] = [null, Number.POSITIVE_INFINITY, ctx.now()];
    const run = delivery.run(stopping.signal, false).finally(() => running.delete(run));
    running.add(run);
  }

  return {
    delivery,
    changes: {
      async publish(change) {
        await ctx.changes.publish(change);
        remind(ctx.now());
      },
    },
    async stop() {
      stopping.abort();
      if (timer !== null) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
