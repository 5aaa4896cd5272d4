import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createApp } from '../../functions/app.ts';
import type { SystemParts } from '../../functions/system/app.ts';
import type { NodeContext } from './context.ts';
import { serveNotifications } from './notifications.ts';

/** Bytes of all header fields of a request: room for a signature sheet of some 90 keys. */
const MAX_HEADER_SIZE = 98_304;

/** A server that accepts requests. */
export type RunningServer = {
  /** Address that it listens on, with the base path. */
  readonly url: string;
  /** Stops accepting, lets requests in flight finish, closes the notification channel. */
  readonly stop: () => Promise<void>;
};

/**
 * Starts the HTTP server and the notification channel.
 *
 * @throws Error when the port is taken or may not be used
 */
export async function startServer(ctx: NodeContext, parts: SystemParts): Promise<RunningServer> {
  const { host, port, basePath } = ctx.config;
  const app = createApp(ctx, parts);
  const server = createServer({ maxHeaderSize: MAX_HEADER_SIZE }, getRequestListener(app.fetch, { hostname: host }));
  const closeNotifications = serveNotifications(server, ctx);
  await listen(server, port, host);
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}${basePath}/`,
    stop: () =>
      new Promise((resolve) => {
        closeNotifications();
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}
