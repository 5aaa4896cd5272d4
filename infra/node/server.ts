import { createServer, type Server } from 'node:http';
import { getRequestListener, type Http2Bindings, type HttpBindings, RequestError } from '@hono/node-server';
import { createApp } from '../../functions/app.ts';
import type { PlatformParts } from '../../functions/group.ts';
import { Problem } from '../../shared/errors/problem.ts';
import { problemResponse, toProblem } from '../../shared/http/render-problem.ts';
import { withFields } from '../../shared/telemetry/logger.ts';
import { answerClientErrors } from './client-errors.ts';
import type { NodeContext } from './context.ts';
import { isHandshake, serveNotifications } from './notifications.ts';

/** For all header fields of a request: a signature sheet of some 90 keys fits. */
const MAX_HEADER_BYTES = 98_304;

/** A server that accepts requests. */
export type RunningServer = {
  /** Address with the base path. */
  readonly url: string;
  /** Stops accepting, finishes requests in flight, closes the notification channel. */
  readonly stop: () => Promise<void>;
};

/**
 * Starts the HTTP server and the notification channel.
 *
 * @throws Error when the port is taken or may not be used
 */
export async function startServer(ctx: NodeContext, parts: PlatformParts): Promise<RunningServer> {
  const { host, port, basePath } = ctx.config;
  const listener = createListener(ctx, await createApp(ctx, parts));
  const options = { maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false, shouldUpgradeCallback: isHandshake };
  const server = createServer(options, listener);
  server.on('checkExpectation', listener); // an expectation that is not known may be ignored (RFC 9110, 10.1.1)
  answerClientErrors(server, MAX_HEADER_BYTES);
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

/** Passes requests to the application, and answers invalid ones with a problem document. */
function createListener(ctx: NodeContext, app: Awaited<ReturnType<typeof createApp>>) {
  const refuse = (error: unknown): Response => {
    const requestId = crypto.randomUUID();
    const problem =
      error instanceof RequestError ? NO_ADDRESS : toProblem(withFields(ctx.logger, { requestId }), error);
    return problemResponse(problem, 'problem+json', requestId);
  };
  const answer = (
    request: Request,
    { incoming }: Pick<HttpBindings | Http2Bindings, 'incoming'>,
  ): Response | Promise<Response> =>
    lacksHost(incoming) ? refuse(NO_HOST) : app.fetch(request, { peerAddress: incoming.socket.remoteAddress });
  return getRequestListener(answer, { hostname: ctx.config.host, errorHandler: refuse });
}

const NO_ADDRESS = new Problem(
  'malformed-request',
  'The Host header and the first line of the request do not make a valid address.',
);
const NO_HOST = new Problem('malformed-request', 'A request of HTTP/1.1 has a Host header (RFC 9112, 3.2).', {
  where: 'Host',
});

function lacksHost({ headers, httpVersion }: (HttpBindings | Http2Bindings)['incoming']): boolean {
  return httpVersion === '1.1' && headers.host === undefined;
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}
