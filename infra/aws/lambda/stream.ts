import { createDelivery } from '../../../events/delivery/deliver.ts';
import { createMessageBuilders } from '../../../events/delivery/message-builder.ts';
import { sleep } from '../../../shared/base/concurrency/sleep.ts';
import { openManagementApi } from '../notifications/management-api.ts';
import { createStreamHandler } from '../notifications/stream-handler.ts';
import { notificationTables } from '../notifications/tables.ts';
import { createFunctionContext } from './context.ts';
import { lazyHandler } from './lazy-handler.ts';

/** Delivers changes to the subscribers of the notification channel when the bell rings. */
export const handler = lazyHandler(async () => {
  const { ctx, tables, send, refreshForwarding } = await createFunctionContext(process.env);
  const deliver = createDelivery({
    ...ctx,
    subscriptions: notificationTables(tables, ctx.store).subscriptions,
    channel: openManagementApi(ctx.config, send),
    beginDelivery: createMessageBuilders(ctx),
    refreshForwarding,
    sleep,
  });
  return createStreamHandler(deliver);
});
