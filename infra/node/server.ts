import { getRequestListener, type Http2Bindings, type HttpBindings, RequestError } from '@hono/node-server';
import { createApp } from '../../functions/app.ts';
import type { PlatformParts } from '../../functions/group.ts';
import { Problem } from '../../shared/errors/problem.ts';
import { createCommonHeaders } from '../../shared/http/common-headers.ts';
import { problemResponse, toProblem } from '../../shared/http/render-problem.ts';
import { withFields } from '../../shared/telemetry/logger.ts';
import { answerClientErrors } from './client-errors.ts';
import type { NodeContext } from './context.ts';
import { createHttpServer, MAX_HEADER_BYTES } from './http-server.ts';
import { isHandshake, serveNotifications } from './notifications.ts';

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
  const scheme = ctx.config.server.https === null ? 'http' : 'https';
  const url = `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}${basePath}/`;
  const headers = createCommonHeaders(ctx.config)(new Request(url), {});
  const listener = createListener(ctx, await createApp(ctx, parts), headers);
  const server = await createHttpServer(ctx, listener, isHandshake);
  server.events.on('checkExpectation', listener); // an expectation that is not known may be ignored (RFC 9110, 10.1.1)
  answerClientErrors(server.events, MAX_HEADER_BYTES, headers);
  const closeNotifications = serveNotifications(server.events, ctx, headers);
  await server.listen(port, host);
  return {
    url,
    stop() {
      closeNotifications();
      return server.stop();
    },
  };
}

/** Headers of answers that the application does not make. */
type Headers = Readonly<Record<string, string>>;

/** Passes requests to the application, and answers invalid ones with a problem document. */
function createListener(ctx: NodeContext, app: Awaited<ReturnType<typeof createApp>>, headers: Headers) {
  const refuse = (error: unknown): Response => {
    const requestId = crypto.randomUUID();
    const problem =
      error instanceof RequestError ? NO_ADDRESS : toProblem(withFields(ctx.logger, { requestId }), error);
    return problemResponse(problem, 'problem+json', requestId, headers);
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
