import { createDelivery } from '../../../events/stream/deliver.ts';
import { createFreshForwarding } from '../../../events/stream/fresh-forwarding.ts';
import { createHearings } from '../../../events/stream/hearing.ts';
import { createReplayer } from '../../../events/stream/replay.ts';
import { createNodeFetch } from '../../node/node-fetch.ts';
import { openManagementApi } from '../notifications/management-api.ts';
import { createStreamHandler } from '../notifications/stream-handler.ts';
import { beginOnce } from './begin-once.ts';
import { createFunctionContext } from './function-context.ts';
import { openNotificationTables } from './notification-tables.ts';

/** Tells the listeners of the notification channel what the stream of the log of changes has. */
export const handler = beginOnce(async () => {
  const { ctx } = await createFunctionContext(process.env);
  const { config, logger, now, store } = ctx;
  const send = createNodeFetch(null);
  const { connections, log } = openNotificationTables(config, send, now);
  const deliver = createDelivery({
    ...{ connections, logger, now },
    channel: openManagementApi(config, send),
    beginHearing: createHearings(ctx),
    replayer: createReplayer({ store, log, connections }),
    prepare: createFreshForwarding(ctx),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });
  return createStreamHandler(deliver, logger, now);
});
