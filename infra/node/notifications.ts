import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Caller } from '../../shared/access/caller.ts';
import type { Context } from '../../shared/context.ts';
import { Problem } from '../../shared/errors/problem.ts';
import { createCallerSource } from '../../shared/http/caller.ts';
import { toProblem } from '../../shared/http/render-problem.ts';
import { parseUrlencoded } from '../../shared/http/urlencoded.ts';
import type { Admission, Sink } from '../../shared/notifications/notifications.ts';
import { readSubscription } from '../../shared/notifications/subscription.ts';
import { isChannelPath, requireOrigin } from '../../shared/notifications/welcome.ts';
import { withFields } from '../../shared/telemetry/logger.ts';
import type { NodeContext } from './context.ts';
import { createControlFrames } from './control-frames.ts';
import { rawAnswer } from './raw-answer.ts';

/** A listener with more than this many bytes unsent is too slow and is dropped. */
const MAX_UNSENT = 1 << 20;

/** Milliseconds that a timer can wait at most. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Milliseconds of silence after which the system asks whether the other side is still there (RFC 9293, 3.8.4). */
const KEEP_ALIVE = 60_000;

/** The longest payload of a control frame (RFC 6455, 5.5): no other frames are read. */
const MAX_CONTROL_PAYLOAD_BYTES = 125;

const NO_HANDSHAKE = new Problem(
  'malformed-request',
  'The upgrade is not a handshake of a WebSocket, version 13 (RFC 6455, 4.2.1).',
);

/** Codes of connections that this server ends (RFC 6455, 7.4.1). */
const STOPPING = 1001;
const NO_MORE_PROOF = 1008;
const COME_AGAIN = 1013;

/**
 * The notification channel (specification: `/ws/custom`): every listener hears of every acknowledged write, or of those that it
 * asked for. A signature sheet in the `signatureSheet` header of the handshake proves keys, as in any request, for as long as
 * it is valid. Upgrades of other paths are refused by closing the socket; pages of origins that CORS_ORIGINS does not name, and
 * parameters that make no sense, with a problem. What listeners send is ignored, however long it is.
 *
 * @returns closes all connections
 */
export function serveNotifications(server: Server, ctx: NodeContext): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_CONTROL_PAYLOAD_BYTES });
  sockets.on('wsClientError', (_error, socket) => refuse(ctx, socket, NO_HANDSHAKE));
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    if (!isChannelPath(ctx.config, targetOf(request).path)) {
      socket.destroy();
      return;
    }
    admit(ctx, request).then(
      ({ admission, caller }) => {
        socket.once('close', () => admission.end());
        request.socket.setKeepAlive(true, KEEP_ALIVE);
        if (socket.destroyed) admission.end();
        sockets.handleUpgrade(request, socket, head, (listener) => {
          ignoreMessages(socket);
          welcome(ctx, listener, admission, caller);
        });
      },
      (error: unknown) => refuse(ctx, socket, error),
    );
  });
  return () => {
    for (const listener of sockets.clients) listener.close(STOPPING, 'The server is stopping.');
  };
}

/** Whether a request asks for a WebSocket. Other protocols are not offered, and the request is answered as it is (RFC 9110, 7.8). */
export function isHandshake({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/** Path and query of the address that a handshake is for. */
function targetOf({ url = '' }: IncomingMessage): { readonly path: string; readonly query: string } {
  const [path = ''] = url.split('?', 1);
  return { path, query: url.slice(path.length + 1) };
}

async function admit(ctx: NodeContext, request: IncomingMessage) {
  requireOrigin(ctx.config, request.headers.origin ?? null);
  const subscription = readSubscription(parseUrlencoded(targetOf(request).query, 'invalid-parameter'));
  const sheet = request.headers.signaturesheet;
  const caller = await createCallerSource(ctx, [typeof sheet === 'string' ? sheet : null]);
  return { admission: await ctx.notifications.admit(subscription, caller), caller };
}

/** Answers a handshake that cannot be taken up with what is wrong with it. */
function refuse(ctx: Context, socket: Duplex, error: unknown): void {
  const requestId = crypto.randomUUID();
  socket.end(rawAnswer(toProblem(withFields(ctx.logger, { requestId }), error), requestId));
}

/** Lets only control frames through to what reads the socket, which would hold a message until it is there in full. */
function ignoreMessages(socket: Duplex): void {
  const controlFrames = createControlFrames();
  const readers = socket.listeners('data');
  socket.removeAllListeners('data').on('data', (chunk: Buffer) => {
    const frames = controlFrames(chunk);
    if (frames.length > 0) for (const read of readers) read.call(socket, frames);
  });
}

function welcome(ctx: Context, listener: WebSocket, admission: Admission, caller: () => Caller): void {
  const timer = endWithProof(ctx, listener, caller());
  listener.on('error', () => listener.terminate());
  listener.on('close', () => {
    admission.end();
    if (timer !== null) clearTimeout(timer);
    ctx.logger.info('NETWORK', 'A listener of the notification channel left');
  });
  admission.connect(sinkOf(ctx, listener));
}

/** What a listener may hear depends on what it proved: when that is over, it has to prove it anew. */
function endWithProof(ctx: Context, listener: WebSocket, { proofs }: Caller): NodeJS.Timeout | null {
  if (proofs.length === 0) return null;
  const end = Math.min(...proofs.map(({ expires }) => expires));
  const close = () => listener.close(NO_MORE_PROOF, 'A signature of the handshake has expired: connect again.');
  return setTimeout(close, Math.min(Math.max(0, end - ctx.now()), LONGEST_TIMER));
}

function sinkOf(ctx: Context, listener: WebSocket): Sink {
  return {
    send(message) {
      if (listener.bufferedAmount > MAX_UNSENT) {
        ctx.logger.warn('NETWORK', 'A listener of the notification channel was too slow and was dropped');
        listener.terminate();
      }
      return new Promise((resolve) => listener.send(message, (error) => (error ? undefined : resolve())));
    },
    fail: () => listener.close(COME_AGAIN, 'What was missed cannot be read now: connect again later.'),
  };
}
