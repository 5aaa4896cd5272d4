import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Caller } from '../../shared/access/caller.ts';
import type { Context } from '../../shared/context.ts';
import { stayingCaller } from '../../shared/http/caller.ts';
import { messageFor } from '../../shared/notifications/message.ts';

const PATH = '/ws/custom';

/** A listener with more than this many bytes unsent is too slow and is dropped. */
const MAX_UNSENT = 1 << 20;

/**
 * The notification channel (specification: `/ws/custom`): every listener hears of every acknowledged write. A signature
 * sheet in the `signatureSheet` header of the handshake proves keys, as in any request. Upgrades of other paths, and
 * from pages of origins that CORS_ORIGINS does not name, are refused by closing the socket. What listeners send is ignored.
 *
 * @returns closes all connections
 */
export function serveNotifications(server: Server, ctx: Context): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024 });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    if (!isWelcome(ctx, request)) {
      socket.destroy();
      return;
    }
    const sheet = request.headers.signaturesheet;
    stayingCaller(ctx, [typeof sheet === 'string' ? sheet : null]).then(
      (caller) => sockets.handleUpgrade(request, socket, head, (listener) => notify(ctx, listener, caller)),
      () => socket.destroy(),
    );
  });
  return () => {
    for (const listener of sockets.clients) listener.close(1001, 'The server is stopping.');
  };
}

function isWelcome(ctx: Context, request: IncomingMessage): boolean {
  const path = (request.url ?? '').split('?')[0];
  const { origin } = request.headers;
  const { corsOrigins, basePath } = ctx.config;
  if (path !== PATH && path !== `${basePath}${PATH}`) return false;
  return origin === undefined || corsOrigins === null || corsOrigins.includes(origin);
}

function notify(ctx: Context, listener: WebSocket, caller: () => Caller): void {
  const unsubscribe = ctx.changes.subscribe((change) => {
    const message = messageFor(change, caller(), ctx.config.notifyHidden);
    if (message === null) return;
    if (listener.bufferedAmount > MAX_UNSENT) {
      ctx.logger.warn('NETWORK', 'A listener of the notification channel was too slow and was dropped');
      listener.terminate();
      return;
    }
    listener.send(message);
  });
  listener.on('error', () => listener.terminate());
  listener.on('close', () => {
    unsubscribe();
    ctx.logger.info('NETWORK', 'A listener of the notification channel left');
  });
}
