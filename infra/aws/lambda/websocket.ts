import { admit } from '../../../events/websocket/admit.ts';
import { connect } from '../../../events/websocket/connect.ts';
import { disconnect } from '../../../events/websocket/disconnect.ts';
import { message } from '../../../events/websocket/message.ts';
import type { Caller } from '../../../shared/access/caller.ts';
import { createNodeFetch } from '../../node/node-fetch.ts';
import { createWebSocketHandler } from '../notifications/websocket-handler.ts';
import { beginOnce } from './begin-once.ts';
import { createFunctionContext } from './function-context.ts';
import { openNotificationTables } from './notification-tables.ts';

/** The notification channel's `$connect`, `$disconnect` and `$default`. */
export const handler = beginOnce(async () => {
  const { ctx } = await createFunctionContext(process.env);
  const tables = openNotificationTables(ctx.config, createNodeFetch(null), ctx.now);
  const parts = { ...ctx, ...tables, admit: (query: URLSearchParams, proved: Caller) => admit(ctx, query, proved) };
  return createWebSocketHandler(
    {
      connect: (handshake) => connect(parts, handshake),
      disconnect: (id) => disconnect(tables.connections, id),
      message,
    },
    ctx.logger,
  );
});
