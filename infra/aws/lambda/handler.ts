import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { Problem } from '../../../shared/errors/problem.ts';
import { problemFormat, renderProblem } from '../../../shared/http/render-problem.ts';
import { createJsonLines } from '../../../shared/telemetry/json-lines.ts';
import { toRequest } from './request.ts';
import { toResult } from './result.ts';

/** A function behind an HTTP API. */
export type HttpHandler = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

/** An application: a request in, a response out. */
export type App = { readonly fetch: (request: Request) => Response | Promise<Response> };

/**
 * The function of an application, which is made with the first request and serves all that follow. When it cannot be made, the
 * request is answered 503 and the next one tries again. The promise resolves when everything that the answer stands for is done,
 * and nothing goes on after that: a function may be frozen at that moment.
 */
export function createHandler(make: () => Promise<App>): HttpHandler {
  let app: Promise<App> | null = null;

  async function begin(): Promise<App> {
    try {
      return await make();
    } catch (error) {
      app = null;
      writeLine('SYSTEM', 'The function cannot start', { error: String(error) });
      throw new Problem('store-unavailable', 'The service cannot start now.', { retryAfter: 5 });
    }
  }

  async function respond(request: Request): Promise<Response> {
    try {
      app ??= begin();
      return await (await app).fetch(request);
    } catch (error) {
      if (error instanceof Problem) return refusal(request, error);
      throw error;
    }
  }

  return async (event) => {
    const request = requestOf(event);
    if (request === null) {
      return sent(new Request('https://localhost/'), new Problem('malformed-request', 'This is no HTTP request.'));
    }
    const response = await respond(request);
    return (await toResult(request, response)) ?? sent(request, TOO_LARGE, response.headers);
  };
}

const TOO_LARGE = new Problem(
  'answer-too-large',
  'The answer is larger than this service may send: ask for less at once, by a smaller size and the next pages, or by fewer ids.',
);

const { error: writeLine } = createJsonLines('error', (line) => process.stdout.write(`${line}\n`));

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
  const { status, headers, body } = renderProblem(problem, problemFormat(request), requestId);
  const shared = [...given].filter(([name]) => name.startsWith('access-control-') || name === 'vary');
  return new Response(body, {
    status,
    headers: { ...Object.fromEntries(shared), ...headers, 'x-request-id': requestId },
  });
}

async function sent(request: Request, problem: Problem, given?: Headers): Promise<APIGatewayProxyStructuredResultV2> {
  const result = await toResult(request, refusal(request, problem, given));
  if (result === null) throw new Error('A problem document is never too large.');
  return result;
}
