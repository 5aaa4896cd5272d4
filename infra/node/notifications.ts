import type { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { Problem } from '../../shared/base/errors/problem.ts';
import { type RequestOrigin, requireAllowedAddress } from '../../shared/base/network/client-address.ts';
import { withFields } from '../../shared/base/telemetry/logger.ts';
import { callerOfHandshake } from '../../shared/http/caller.ts';
import { toProblem } from '../../shared/http/render-problem.ts';
import { parseUrlencoded } from '../../shared/http/urlencoded.ts';
import { actorFields, describeActor } from '../../shared/repository/access/actor.ts';
import type { Caller } from '../../shared/repository/access/caller.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { Admission, Sink } from '../../shared/repository/notifications/notifications.ts';
import { isChannelPath, readSubscription, requireOrigin } from '../../shared/repository/notifications/subscription.ts';
import { rawAnswer } from './client-errors.ts';
import type { NodeContext } from './context.ts';
import { createControlFrames } from './control-frames.ts';

/** Connections with more unsent data are closed. */
const MAX_UNSENT_BYTES = 1 << 20;

/** Maximum delay of `setTimeout`. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Silence before TCP probes the connection (RFC 9293, 3.8.4). */
const KEEP_ALIVE_MS = 60_000;

/** The longest payload of a control frame (RFC 6455, 5.5); other frames are not read. */
const MAX_CONTROL_PAYLOAD_BYTES = 125;

const NO_HANDSHAKE = new Problem(
  'malformed-request',
  'The upgrade is not a handshake of a WebSocket, version 13 (RFC 6455, 4.2.1).',
);

/** Close codes that this server sends (RFC 6455, 7.4.1). */
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;

/**
 * Serves the notification channel (specification: `/ws/custom`): every subscriber receives every acknowledged write, or the writes
 * that it subscribed to. A signature sheet in the `signatureSheet` header of the handshake proves keys, as in any request, for as
 * long as it is valid. Upgrades of other paths are refused by closing the socket; pages of origins that CORS_ORIGINS does not name,
 * and invalid parameters, get a problem. Messages from subscribers are ignored, whatever their length.
 *
 * @param common headers of every response, including refusals
 * @returns a function that closes all connections
 */
export function serveNotifications(
  server: EventEmitter,
  ctx: NodeContext,
  common: Readonly<Record<string, string>>,
): () => void {
  const refuse = (socket: Duplex, error: unknown): void => {
    const requestId = crypto.randomUUID();
    socket.end(rawAnswer(toProblem(withFields(ctx.logger, { requestId }), error), requestId, common));
  };
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_CONTROL_PAYLOAD_BYTES });
  sockets.on('wsClientError', (_error, socket) => refuse(socket, NO_HANDSHAKE));
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    if (!isChannelPath(ctx.config, targetOf(request).path)) {
      socket.destroy();
      return;
    }
    admit(ctx, request).then(
      ({ admission, caller }) => {
        socket.once('close', () => admission.end());
        request.socket.setKeepAlive(true, KEEP_ALIVE_MS);
        if (socket.destroyed) admission.end();
        sockets.handleUpgrade(request, socket, head, (webSocket) => {
          ignoreMessages(socket);
          const client = request.socket.remoteAddress;
          ctx.logger.info('NETWORK', 'A subscriber of the notification channel connected', {
            client,
            ...actorFields(describeActor(caller())),
          });
          connect(ctx, webSocket, admission, caller);
        });
      },
      (error: unknown) => refuse(socket, error),
    );
  });
  return () => {
    for (const webSocket of sockets.clients) webSocket.close(GOING_AWAY, 'The server is stopping.');
  };
}

/** Whether a request is a WebSocket upgrade. Requests for other protocols get a response without an upgrade (RFC 9110, 7.8). */
export function isHandshake({ headers }: { readonly headers: IncomingHttpHeaders }): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

function originOf({ headers, socket: { remoteAddress } }: IncomingMessage): RequestOrigin {
  const header = (name: string) => [headers[name] ?? []].flat().join(', ') || null;
  return { header, peerAddress: remoteAddress };
}

/** Path and query of a handshake. */
function targetOf({ url = '' }: IncomingMessage): { readonly path: string; readonly query: string } {
  const [path = ''] = url.split('?', 1);
  return { path, query: url.slice(path.length + 1) };
}

function headersOf({ headers }: IncomingMessage): Headers {
  const fields = Object.entries(headers).flatMap(([name, value = []]) => [value].flat().map((one) => [name, one]));
  return new Headers(fields as [string, string][]); // pairs of name and value
}

async function admit(ctx: NodeContext, request: IncomingMessage) {
  requireAllowedAddress(ctx.config, originOf(request));
  requireOrigin(ctx.config, request.headers.origin ?? null);
  const subscription = readSubscription(parseUrlencoded(targetOf(request).query));
  const proved = await callerOfHandshake(ctx, {
    url: `http://${request.headers.host ?? 'localhost'}${request.url}`,
    headers: headersOf(request),
    peerAddress: request.socket.remoteAddress,
  });
  const caller = (): Caller => ctx.forwarding.apply(proved);
  return { admission: await ctx.notifications.admit(subscription, caller), caller };
}

/** Passes only control frames to the WebSocket library, which would buffer whole messages. */
function ignoreMessages(socket: Duplex): void {
  const controlFrames = createControlFrames();
  const readers = socket.listeners('data');
  socket.removeAllListeners('data').on('data', (chunk: Buffer) => {
    const frames = controlFrames(chunk);
    if (frames.length > 0) for (const read of readers) read.call(socket, frames);
  });
}

function connect(ctx: Context, webSocket: WebSocket, admission: Admission, caller: () => Caller): void {
  const timer = closeAtExpiry(ctx, webSocket, caller());
  webSocket.on('error', () => webSocket.terminate());
  webSocket.on('close', () => {
    admission.end();
    if (timer !== null) clearTimeout(timer);
    ctx.logger.info('NETWORK', 'A subscriber of the notification channel disconnected');
  });
  admission.connect(sinkOf(ctx, webSocket));
}

/** Closes the connection when the first proof expires: a subscriber's rights depend on its proofs. */
function closeAtExpiry(ctx: Context, webSocket: WebSocket, { proofs }: Caller): NodeJS.Timeout | null {
  if (proofs.length === 0) return null;
  const end = Math.min(...proofs.map(({ expires }) => expires));
  const close = () => webSocket.close(POLICY_VIOLATION, 'A signature of the handshake has expired: connect again.');
  return setTimeout(close, Math.min(Math.max(0, end - ctx.now()), MAX_TIMER_MS));
}

function sinkOf(ctx: Context, webSocket: WebSocket): Sink {
  return {
    send(message) {
      if (webSocket.bufferedAmount > MAX_UNSENT_BYTES) {
        ctx.logger.warn('NETWORK', 'A subscriber of the notification channel was too slow and was disconnected');
        webSocket.terminate();
      }
      return new Promise((resolve) => webSocket.send(message, (error) => (error ? undefined : resolve())));
    },
    fail: () => webSocket.close(TRY_AGAIN_LATER, 'The missed changes cannot be read now: connect again later.'),
  };
}
