import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { Problem } from '../../../shared/errors/problem.ts';
import type { Cors } from '../../../shared/http/cors.ts';
import { problemFormat, problemResponse, toProblem } from '../../../shared/http/render-problem.ts';
import { createJsonLines } from '../../../shared/telemetry/json-lines.ts';
import { withFields } from '../../../shared/telemetry/logger.ts';
import type { Invocation } from '../notifications/stream-handler.ts';
import { inTime, OVERTIME, timeToAnswer } from './in-time.ts';
import { TOOK_TOO_LONG } from './life.ts';
import { HTTP_API_PATIENCE } from './limits.ts';
import { toRequest } from './request.ts';
import { toResult } from './result.ts';

/** A function behind an HTTP API. */
export type HttpHandler = (
  event: APIGatewayProxyEventV2,
  invocation?: Invocation,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** An application: a request in, a response out. */
export type App = {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /** Whose pages may read answers that are given in place of the application's; absent: nobody's. */
  readonly cors?: Pick<Cors, 'headers'>;
};

/** An application, from the first request that it is made for. */
type Running = { readonly app: Promise<App>; cors: App['cors']; readonly life: AbortController };

/**
 * The function of an application, which is made with the first request and serves all that follow. When it cannot be made, the
 * request is answered 503 and the next one tries again. The promise resolves when everything that the answer stands for is done,
 * and nothing goes on after that: a function may be frozen at that moment.
 *
 * Who asks for what takes too long is told so (503) before API Gateway, or the end of the function, leaves it without an answer. The
 * application's life ends with that, as if the process had ended, and the next request makes another one.
 *
 * @param make is given the application's life: once that is aborted, the application must have no effect any more
 * @param patience milliseconds after which nobody waits for an answer any more
 */
export function createHandler(
  make: (life: AbortSignal) => Promise<App>,
  patience: number = HTTP_API_PATIENCE,
): HttpHandler {
  let running: Running | null = null;

  function begin(): Running {
    const life = new AbortController();
    const begun: Running = { app: made(life.signal), cors: undefined, life };
    begun.app.then(
      ({ cors }) => {
        begun.cors = cors;
      },
      () => {
        if (running === begun) running = null;
      },
    );
    return begun;
  }

  async function made(life: AbortSignal): Promise<App> {
    try {
      return await make(life);
    } catch (error) {
      logger.error('SYSTEM', 'The function cannot start', { error: String(error) });
      throw new Problem('store-unavailable', 'The service cannot start now.', { retryAfter: 5 });
    }
  }

  /** What fails here fails below the application, which answers for itself. */
  async function answer({ app, life }: Running, request: Request): Promise<APIGatewayProxyStructuredResultV2> {
    try {
      const { fetch } = await app;
      life.signal.throwIfAborted(); // who asked has been told that it was not done
      const response = await fetch(request);
      return (await toResult(request, response)) ?? (await sent(request, TOO_LARGE, response.headers));
    } catch (error) {
      const requestId = crypto.randomUUID();
      return sent(
        request,
        toProblem(withFields(logger, { requestId }), error),
        new Headers({ 'x-request-id': requestId }),
      );
    }
  }

  function giveUp({ life, cors }: Running, request: Request): Promise<APIGatewayProxyStructuredResultV2> {
    running = null;
    life.abort(TOOK_TOO_LONG);
    const requestId = crypto.randomUUID();
    const { method, url } = request;
    logger.error('SYSTEM', 'A request took too long', { requestId, method, path: new URL(url).pathname });
    const shared = cors?.headers(request.headers.get('origin')) ?? {};
    return sent(request, TOOK_TOO_LONG, new Headers({ ...shared, 'x-request-id': requestId }));
  }

  return async (event, invocation) => {
    const request = requestOf(event);
    if (request === null) {
      return sent(new Request('https://localhost/'), new Problem('malformed-request', 'This is no HTTP request.'));
    }
    running ??= begin();
    const serving = running;
    const work = answer(serving, request);
    const result = await inTime(work, timeToAnswer(event, invocation, patience));
    if (result !== OVERTIME) return result;
    work.catch(() => {}); // what thaws and fails then must not end the process
    return giveUp(serving, request);
  };
}

const TOO_LARGE = new Problem(
  'answer-too-large',
  'The answer is larger than this service may send: ask for less at once, by a smaller size and the next pages, or by fewer ids.',
);

const logger = createJsonLines('error', (line) => process.stdout.write(`${line}\n`));

function requestOf(event: APIGatewayProxyEventV2): Request | null {
  try {
    return toRequest(event);
  } catch {
    return null;
  }
}

/** A problem as the answer; of the headers of the answer that it stands for, those that every answer carries stay. */
function refusal(request: Request, problem: Problem, given: Headers = new Headers()): Response {
  const requestId = given.get('x-request-id') ?? crypto.randomUUID();
  const shared = [...given].filter(([name]) => name.startsWith('access-control-') || name === 'vary');
  return problemResponse(problem, problemFormat(request), requestId, Object.fromEntries(shared));
}

async function sent(request: Request, problem: Problem, given?: Headers): Promise<APIGatewayProxyStructuredResultV2> {
  const result = await toResult(request, refusal(request, problem, given));
  if (result === null) throw new Error('A problem document is never too large.');
  return result;
}
