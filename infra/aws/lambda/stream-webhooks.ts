import { createWebhookDelivery } from '../../../events/delivery/webhooks/delivery.ts';
import { createWebhookParts } from '../../../shared/exchange/webhooks/context.ts';
import type { Invocation } from '../notifications/stream-handler.ts';
import { createFunctionContext } from './context.ts';
import { lazyHandler } from './lazy-handler.ts';
import { PLATFORM_PARTS } from './platform.ts';

/** Calls of receivers are aborted this long before the function's timeout; the schedule of every minute repeats them. */
const RESERVE_MS = 15_000;

/**
 * Delivers changes to webhooks when the bell rings. It is apart from the function that notifies subscribers, since the stream calls
 * each of them for one batch after the other: subscribers do not wait for slow receivers.
 */
export const handler = lazyHandler(async () => {
  const { ctx, secrets, refreshForwarding } = await createFunctionContext(process.env);
  const delivery = createWebhookDelivery(
    { ...ctx, ...createWebhookParts(ctx, secrets) },
    { openSend: PLATFORM_PARTS.openSend, refreshForwarding },
  );
  return async (_event: unknown, invocation: Invocation) => {
    const timeoutMs = Math.max(0, invocation.getRemainingTimeInMillis() - RESERVE_MS);
    await delivery.run(AbortSignal.timeout(timeoutMs), false);
  };
});
