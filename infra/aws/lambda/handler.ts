import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { Problem } from '../../../shared/base/errors/problem.ts';
import { createJsonLines } from '../../../shared/base/telemetry/json-lines.ts';
import { withFields } from '../../../shared/base/telemetry/logger.ts';
import type { CommonHeaders, Connection } from '../../../shared/http/common-headers.ts';
import { problemFormat, problemResponse, toProblem } from '../../../shared/http/render-problem.ts';
import type { Invocation } from '../notifications/stream-handler.ts';
import { toRequest, toResult } from './http-event.ts';
import { HTTP_API_TIMEOUT_MS } from './platform.ts';
import { requestTimeoutMs, TIMED_OUT, TOOK_TOO_LONG, withTimeout } from './request-timeout.ts';

/** A function behind an HTTP API. */
export type HttpHandler = (
  event: APIGatewayProxyEventV2,
  invocation?: Invocation,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** An application: a request in, a response out. */
export type App = {
  readonly fetch: (request: Request, connection: Connection) => Response | Promise<Response>;
  /** Headers for responses that this module makes instead of the application; absent: none. */
  readonly commonHeaders?: CommonHeaders;
};

/** An application that has been set up. `controller` is aborted when a request times out. */
type Running = {
  readonly app: Promise<App>;
  commonHeaders: App['commonHeaders'];
  readonly controller: AbortController;
};

/**
 * The function of an application. The first request sets the application up; it serves all later ones. If the set-up fails, the
 * request gets 503 and the next one tries again. The promise resolves when all work of the request is done, since a function may be
 * frozen at that moment.
 *
 * Requests that exceed the time limit get 503 before API Gateway times out or the function ends. The application is discarded then,
 * as if the process had ended, and the next request sets up another.
 *
 * @param setUp receives a signal: once aborted, the application must have no further effect
 * @param apiTimeoutMs how long the HTTP API waits for a response
 */
export function createHandler(
  setUp: (signal: AbortSignal) => Promise<App>,
  apiTimeoutMs: number = HTTP_API_TIMEOUT_MS,
): HttpHandler {
  let running: Running | null = null;

  function start(): Running {
    const controller = new AbortController();
    const started: Running = { app: trySetUp(controller.signal), commonHeaders: undefined, controller };
    started.app.then(
      ({ commonHeaders }) => {
        started.commonHeaders = commonHeaders;
      },
      () => {
        if (running === started) running = null;
      },
    );
    return started;
  }

  async function trySetUp(signal: AbortSignal): Promise<App> {
    try {
      return await setUp(signal);
    } catch (error) {
      logger.error('SYSTEM', 'The function cannot start', { error: String(error) });
      throw new Problem('store-unavailable', 'The service cannot start now.', { retryAfter: 5 });
    }
  }

  /** Handles errors outside the application, which handles its own. */
  async function answer(
    { app, controller }: Running,
    request: Request,
    connection: Connection,
  ): Promise<APIGatewayProxyStructuredResultV2> {
    try {
      const { fetch, commonHeaders } = await app;
      controller.signal.throwIfAborted(); // the client has already received 503
      const response = await fetch(request, connection);
      return (
        (await toResult(request, response)) ??
        (await sent(request, TOO_LARGE, {
          ...commonHeaders?.(request, connection),
          'x-request-id': response.headers.get('x-request-id') ?? crypto.randomUUID(),
        }))
      );
    } catch (error) {
      const requestId = crypto.randomUUID();
      return sent(request, toProblem(withFields(logger, { requestId }), error), { 'x-request-id': requestId });
    }
  }

  function giveUp(
    { controller, commonHeaders }: Running,
    request: Request,
    connection: Connection,
  ): Promise<APIGatewayProxyStructuredResultV2> {
    running = null;
    controller.abort(TOOK_TOO_LONG);
    const requestId = crypto.randomUUID();
    const { method, url } = request;
    logger.error('SYSTEM', 'A request took too long', { requestId, method, path: new URL(url).pathname });
    return sent(request, TOOK_TOO_LONG, { ...commonHeaders?.(request, connection), 'x-request-id': requestId });
  }

  return async (event, invocation) => {
    const sender = otherSender(event);
    if (sender !== null) {
      const words = `This function answers HTTP APIs with the payload format 2.0, not ${sender}: set the payload format of its integration to 2.0.`;
      logger.error('SYSTEM', words);
      const problem = new Problem('malformed-request', words);
      return sent(new Request('https://localhost/'), problem, { 'x-request-id': crypto.randomUUID() });
    }
    const request = requestOf(event);
    if (request === null) {
      const problem = new Problem('malformed-request', 'This is not an HTTP request.');
      return sent(new Request('https://localhost/'), problem, { 'x-request-id': crypto.randomUUID() });
    }
    running ??= start();
    const serving = running;
    const connection = { peerAddress: event.requestContext.http.sourceIp };
    const work = answer(serving, request, connection);
    const result = await withTimeout(work, requestTimeoutMs(event, invocation, apiTimeoutMs));
    if (result !== TIMED_OUT) return result;
    work.catch(() => {}); // a rejection after the thaw must not end the process
    return giveUp(serving, request, connection);
  };
}

const TOO_LARGE = new Problem(
  'answer-too-large',
  'The answer is larger than this service may send: ask for less at once, by a smaller size and the next pages, or by fewer ids.',
);

const logger = createJsonLines('error', (line) => process.stdout.write(`${line}\n`));

/** The source of an event that is not an HTTP API event of payload format 2.0; null for those. */
function otherSender(event: object): string | null {
  const context: object = 'requestContext' in event ? Object(event.requestContext) : {};
  if ('http' in context) return null;
  if ('elb' in context) return 'load balancers';
  return 'httpMethod' in event ? 'REST APIs, or HTTP APIs with the payload format 1.0' : 'other events';
}

function requestOf(event: APIGatewayProxyEventV2): Request | null {
  try {
    return toRequest(event);
  } catch {
    return null;
  }
}

async function sent(
  request: Request,
  problem: Problem,
  headers: Readonly<Record<string, string>> & { readonly 'x-request-id': string },
): Promise<APIGatewayProxyStructuredResultV2> {
  const response = problemResponse(problem, problemFormat(request), headers['x-request-id'], headers);
  const result = await toResult(request, response);
  if (result === null) throw new Error('A problem document is never too large.');
  return result;
}
