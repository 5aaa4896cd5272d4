import type { EventEmitter } from 'node:events';
import { createServer, type IncomingMessage, type Server as PlainServer } from 'node:http';
import { constants, createSecureServer, type Http2SecureServer, type ServerHttp2Stream } from 'node:http2';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { getRequestListener } from '@hono/node-server';
import type { Config } from '../../shared/base/config/config.ts';
import type { Logger } from '../../shared/base/telemetry/logger.ts';
import { type Certificate, readCertificate, watchCertificate } from './certificate.ts';

/** Maximum size of all header fields of a request: a signature sheet of some 90 keys fits. */
export const MAX_HEADER_BYTES = 98_304;

/** Interval in which connections are checked for timeouts, unless the timeout is shorter. */
const CHECK_INTERVAL_MS = 30_000;

/** Interval in which connections that have become idle are closed while the server stops. */
const IDLE_CHECK_INTERVAL_MS = 50;

/** Minimum interval between log lines about connections above the limit. */
const DROP_LOG_INTERVAL_MS = 60_000;

/** A server of HTTP/1.1, of HTTP/1.1 over TLS, or of HTTP/2 over TLS that also serves HTTP/1.1. */
type NodeServer = PlainServer | TlsServer | Http2SecureServer;

/** A server that is not listening yet. */
export type HttpServer = {
  /** Emits the events of a server of `node:http`. */
  readonly events: EventEmitter;
  readonly listen: (port: number, host: string) => Promise<void>;
  /** Accepts no new requests, and resolves when the requests in progress are finished or their time has run out. */
  readonly stop: () => Promise<void>;
};

type ServerContext = { readonly config: Pick<Config, 'server'>; readonly logger: Logger };
type Listener = ReturnType<typeof getRequestListener>;

/**
 * Creates the server that the configuration describes.
 *
 * @param isHandshake returns whether a request for another protocol is accepted
 * @throws Error with one sentence when the certificate cannot be used
 */
export async function createHttpServer(
  { config, logger }: ServerContext,
  listener: Listener,
  isHandshake: (request: IncomingMessage) => boolean,
): Promise<HttpServer> {
  const { https, maxConnections, shutdownTimeout, ...timeouts } = config.server;
  const options = { ...optionsOf(timeouts), shouldUpgradeCallback: isHandshake };
  const certificate = https && (await readCertificate(https));
  const server =
    certificate === null
      ? createServer(options, listener)
      : createSecure(options, certificate, config.server, listener);
  if (https !== null && 'setSecureContext' in server) {
    server.once(
      'close',
      watchCertificate(https, logger, (changed) => server.setSecureContext(changed)),
    );
  }
  if (maxConnections !== null) limitConnections(server, maxConnections, logger);
  const sockets = openSockets(server);
  return {
    events: server,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, resolve);
      }),
    stop: () => stop(server, sockets, shutdownTimeout),
  };
}

function optionsOf({
  headTimeout,
  requestTimeout,
  idleTimeout,
}: Pick<Config['server'], 'headTimeout' | 'requestTimeout' | 'idleTimeout'>) {
  return {
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader: false,
    headersTimeout: headTimeout,
    requestTimeout,
    keepAliveTimeout: idleTimeout,
    connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, headTimeout),
  };
}

function createSecure(
  options: ReturnType<typeof optionsOf>,
  certificate: Certificate,
  { https, headTimeout, requestTimeout, idleTimeout }: Config['server'],
  listener: Listener,
): TlsServer | Http2SecureServer {
  const secure = { ...options, ...certificate, handshakeTimeout: headTimeout };
  if (https?.http2 !== true) return createTlsServer(secure, listener);
  const settings = { maxHeaderListSize: MAX_HEADER_BYTES };
  const server = createSecureServer({ ...secure, allowHTTP1: true, settings }, listener);
  // The timeouts in the options apply to HTTP/1.1 only.
  server.on('session', (session) => session.setTimeout(idleTimeout, () => session.close()));
  server.on('stream', (stream) => limitRequestTime(stream, requestTimeout));
  return server;
}

function limitRequestTime(stream: ServerHttp2Stream, timeoutMs: number): void {
  if (stream.endAfterHeaders) return;
  const timer = setTimeout(() => {
    if (!stream.readableEnded) stream.close(constants.NGHTTP2_CANCEL);
  }, timeoutMs);
  stream.once('close', () => clearTimeout(timer));
}

function limitConnections(server: NodeServer, limit: number, logger: Logger): void {
  server.maxConnections = limit;
  let logged = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    if (performance.now() - logged < DROP_LOG_INTERVAL_MS) return;
    logged = performance.now();
    logger.warn('NETWORK', 'Connections above MAX_CONNECTIONS are closed', { limit });
  });
}

function openSockets(server: NodeServer): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

function stop(server: NodeServer, sockets: ReadonlySet<Socket>, timeoutMs: number): Promise<void> {
  const closeIdle = (): void => {
    if ('closeIdleConnections' in server) server.closeIdleConnections(); // except connections that have not sent a request yet
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  // Connections that finish a request become idle again, and nothing else closes them before IDLE_TIMEOUT.
  const timer = setInterval(closeIdle, IDLE_CHECK_INTERVAL_MS);
  const deadline = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, timeoutMs);
  return new Promise((resolve) => {
    server.close(() => {
      clearInterval(timer);
      clearTimeout(deadline);
      resolve();
    });
  });
}
