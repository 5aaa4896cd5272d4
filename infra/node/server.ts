import { getRequestListener, type Http2Bindings, type HttpBindings, RequestError } from '@hono/node-server';
import { createApp } from '../../functions/app.ts';
import type { PlatformParts } from '../../functions/group.ts';
import { sleep } from '../../shared/base/concurrency/sleep.ts';
import type { Config } from '../../shared/base/config/config.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import { type Logger, withFields } from '../../shared/base/telemetry/logger.ts';
import { type Connection, createCommonHeaders } from '../../shared/http/common-headers.ts';
import { problemResponse, toProblem } from '../../shared/http/render-problem.ts';
import { answerClientErrors } from './client-errors.ts';
import type { NodeContext } from './context.ts';
import { createFollowers } from './followers.ts';
import { createHttpServer, MAX_HEADER_BYTES } from './http-server.ts';
import { isHandshake, serveNotifications } from './notifications.ts';
import { createStartingApp } from './starting.ts';
import { createStreamedSubscribers } from './streamed-subscribers.ts';

/** A server that accepts requests. */
export type RunningServer = {
  /** Address with the base path. */
  readonly url: string;
  /** Serves the API and the notification channel. Until it is called, responses tell that the service is starting. */
  readonly serve: (ctx: NodeContext, parts: Omit<PlatformParts, 'stoppingSince' | 'call'>) => Promise<void>;
  /**
   * Reports in `readyz` that the server stops; after SHUTDOWN_DELAY stops accepting connections, finishes requests in flight, and
   * closes the notification channel.
   */
  readonly stop: () => Promise<void>;
};

type ServerOptions = {
  readonly config: Config;
  readonly logger: Logger;
  /** Adds instrumentation to the listener that handles requests. */
  readonly observed: (listener: Listener) => Listener;
};

type Listener = ReturnType<typeof getRequestListener>;
type Fetch = (request: Request, connection: Connection) => Response | Promise<Response>;

/**
 * Starts the HTTP server.
 *
 * @throws Error when the port is taken or may not be used
 */
export async function startServer({ config, logger, observed }: ServerOptions): Promise<RunningServer> {
  const { host, port, basePath } = config;
  const scheme = config.server.https === null ? 'http' : 'https';
  const url = `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}${basePath}/`;
  const headers = createCommonHeaders(config)(new Request(url), {});
  let answer: Fetch = createStartingApp(config, Date.now);
  let closeNotifications: (() => void) | null = null;
  let stoppingSince: number | null = null;
  const listener = observed(createListener({ config, logger }, (...request) => answer(...request), headers));
  const server = await createHttpServer(
    { config, logger },
    listener,
    (request) => closeNotifications !== null && isHandshake(request),
  );
  server.events.on('checkExpectation', listener); // an unknown expectation may be ignored (RFC 9110, 10.1.1)
  answerClientErrors(server.events, MAX_HEADER_BYTES, headers);
  await server.listen(port, host);
  return {
    url,
    async serve(ctx, parts) {
      const streamed = createStreamedSubscribers(ctx.notifications);
      const followers = createFollowers(ctx.feed);
      const app = await createApp(ctx, {
        ...parts,
        stoppingSince: () => stoppingSince,
        admitSubscriber: streamed.admit,
        followChanges: followers.follow,
      });
      const closeSockets = serveNotifications(server.events, ctx, headers);
      closeNotifications = () => {
        closeSockets();
        streamed.close();
        followers.close();
      };
      answer = app.fetch;
    },
    async stop() {
      stoppingSince = Date.now();
      if (closeNotifications !== null) await sleep(config.server.shutdownDelay); // nothing is served before
      closeNotifications?.();
      await server.stop();
    },
  };
}

/** Headers of responses that the application does not make. */
type Headers = Readonly<Record<string, string>>;

/** Passes requests to the application; invalid ones get a problem document. */
function createListener(
  { config, logger }: Pick<ServerOptions, 'config' | 'logger'>,
  fetch: Fetch,
  headers: Headers,
): Listener {
  const refuse = (error: unknown): Response => {
    const requestId = crypto.randomUUID();
    const problem = error instanceof RequestError ? NO_ADDRESS : toProblem(withFields(logger, { requestId }), error);
    return problemResponse(problem, 'problem+json', requestId, headers);
  };
  const answer = (
    request: Request,
    { incoming }: Pick<HttpBindings | Http2Bindings, 'incoming'>,
  ): Response | Promise<Response> =>
    lacksHost(incoming) ? refuse(NO_HOST) : fetch(request, { peerAddress: incoming.socket.remoteAddress });
  return getRequestListener(answer, { hostname: config.host, errorHandler: refuse });
}

const NO_ADDRESS = new Problem(
  'malformed-request',
  'The Host header and the request line do not form a valid address.',
);
const NO_HOST = new Problem('malformed-request', 'A request of HTTP/1.1 has a Host header (RFC 9112, 3.2).', {
  where: 'Host',
});

function lacksHost({ headers, httpVersion }: (HttpBindings | Http2Bindings)['incoming']): boolean {
  return httpVersion === '1.1' && headers.host === undefined;
}
