import { connect } from '../../../events/websocket/connect.ts';
import { openMode } from '../../../shared/people/sign-on/open-mode.ts';
import { notificationTables } from '../notifications/tables.ts';
import { createWebSocketHandler } from '../notifications/websocket-handler.ts';
import { createFunctionContext } from './context.ts';
import { lazyHandler } from './lazy-handler.ts';

/** The notification channel's `$connect`, `$disconnect` and `$default`. */
export const handler = lazyHandler(async () => {
  const { ctx, tables } = await createFunctionContext(process.env, { openMode });
  const { subscriptions, bell } = notificationTables(tables, ctx.store);
  const parts = { ...ctx, subscriptions, requestDelivery: bell.ring };
  return createWebSocketHandler(
    {
      connect: (handshake) => connect(parts, handshake),
      disconnect: (id) => subscriptions.remove(id),
      // Messages are ignored: they only keep the connection from being closed for silence (specification: Notification channel).
      message: async () => {},
    },
    ctx.logger,
  );
});
