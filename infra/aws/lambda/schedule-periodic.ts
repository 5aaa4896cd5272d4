import { createWebhookDelivery } from '../../../events/delivery/webhooks/delivery.ts';
import { webhookSchedule } from '../../../events/delivery/webhooks/schedule.ts';
import { bellSchedule, periodic } from '../../../events/schedule/periodic.ts';
import { createWebhookParts } from '../../../shared/exchange/webhooks/context.ts';
import type { Invocation } from '../notifications/stream-handler.ts';
import { notificationTables } from '../notifications/tables.ts';
import { createFunctionContext } from './context.ts';
import { lazyHandler } from './lazy-handler.ts';
import { PLATFORM_PARTS } from './platform.ts';
import { runScheduled } from './schedules.ts';

/** Does the work that is due every minute. */
export const handler = lazyHandler(async () => {
  const { ctx, secrets, tables, refreshForwarding } = await createFunctionContext(process.env);
  const { bell } = notificationTables(tables, ctx.store);
  const delivery = createWebhookDelivery(
    { ...ctx, ...createWebhookParts(ctx, secrets) },
    { openSend: PLATFORM_PARTS.openSend, refreshForwarding },
  );
  const schedules = [periodic(ctx), bellSchedule(bell), webhookSchedule(delivery)];
  return (_event: unknown, invocation: Invocation) => runScheduled(ctx, schedules, invocation);
});
