import { createDelivery } from '../../../events/stream/deliver.ts';
import { createMessageBuilders } from '../../../events/stream/message-builder.ts';
import { refreshForwardingFor } from '../../../events/stream/refresh-forwarding.ts';
import { createReplayer } from '../../../events/stream/subscriber-session.ts';
import { sleep } from '../../../shared/base/concurrency/sleep.ts';
import { notificationTables } from '../notifications/connections.ts';
import { openManagementApi } from '../notifications/management-api.ts';
import { createStreamHandler } from '../notifications/stream-handler.ts';
import { createFunctionContext } from './context.ts';
import { lazyHandler } from './lazy-handler.ts';

/** Delivers the stream of the change log to the subscribers of the notification channel. */
export const handler = lazyHandler(async () => {
  const { ctx, tables, send, refreshForwarding } = await createFunctionContext(process.env);
  const { config, logger, now, store } = ctx;
  const { connections, log } = notificationTables(tables);
  const deliver = createDelivery({
    connections,
    logger,
    now,
    channel: openManagementApi(config, send),
    beginDelivery: createMessageBuilders(ctx),
    replayer: createReplayer({ store, log, connections }),
    prepare: refreshForwardingFor(refreshForwarding),
    sleep,
  });
  return createStreamHandler(deliver, logger, now);
});
