import { operationOf, readApiDescription } from './api-description.ts';
import type { SecretLog } from './secrets.ts';

/** A response whose body was read to the end. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into member by member, as a client would
  readonly json: () => any;
};

/**
 * `fetch` that compares every answer of the service with its own description: it rejects when the description or the rules for all
 * answers do not allow the answer.
 */
export type DescribedFetch = (url: string, init?: RequestInit) => Promise<Answer>;

/** Internals that no body may contain: paths of the code, the store, the stack. */
const INTERNALS = /\n\s+at |node_modules|node:internal|SQLITE|\/shared\/|\/infra\/|\.ts:\d+/;

/**
 * Makes a {@link DescribedFetch}.
 *
 * @param basePath the path in front of every address, as SVC_BASE sets it
 * @param send sends requests to the service
 * @param secrets collects what must not be in the log of the service
 */
export function createDescribedFetch(
  basePath = '',
  send: typeof fetch = fetch,
  secrets?: Pick<SecretLog, 'note'>,
): DescribedFetch {
  const operations = readApiDescription();
  return async (url, init = {}) => {
    const response = await send(url, { redirect: 'manual', signal: AbortSignal.timeout(30_000), ...init });
    const text = await response.text();
    const sent = new Headers(init.headers);
    secrets?.note({ url, headers: sent, body: init.body }, { headers: response.headers, text });
    const answer: Answer = { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
    const method = init.method ?? 'GET';
    const operation = operationOf(operations, method, new URL(url).pathname.slice(basePath.length));
    const fault =
      faultOfAny(method, sent, answer) ??
      operation?.faultOf(answer.status, answer.headers.get('content-type'), hasBody(method, answer) ? text : null);
    if (fault) throw new Error(`${method} ${url} answered ${answer.status}: ${fault}\n${text.slice(0, 500)}`);
    return answer;
  };
}

function hasBody(method: string, { status }: Answer): boolean {
  return method !== 'HEAD' && status !== 304 && status !== 204;
}

/** The rules for every answer (design: Errors; client: no JSON type on an empty body). */
function faultOfAny(method: string, sent: Headers, answer: Answer): string | null {
  const { status, headers, text } = answer;
  if (!/^[0-9a-f-]{36}$/.test(headers.get('x-request-id') ?? '')) return 'there is no x-request-id';
  if (!hasBody(method, answer)) return text === '' ? null : 'there is a body where none may be';
  const type = headers.get('content-type') ?? '';
  if (/[/+]json/.test(type) && text === '') return 'an empty body is called JSON';
  if (status < 400) return null;
  if (status >= 500 && ![501, 502, 503, 504].includes(status)) return 'the service failed';
  if (INTERNALS.test(text)) return 'the body contains internals';
  return faultOfProblem(sent, answer, type);
}

/** Errors are problem documents (RFC 9457), or text for forms and for clients that prefer it. */
function faultOfProblem(sent: Headers, { status, headers, text, json }: Answer, type: string): string | null {
  if (status === 503) return null;
  const form = /^(?:multipart\/|application\/x-www-form-urlencoded)/i.test(sent.get('content-type') ?? '');
  if (form || /^text\/plain/.test(sent.get('accept') ?? '')) {
    return type === 'text/plain; charset=utf-8' && text !== '' ? null : `the error is ${type}, not text`;
  }
  const isJson = /^application\/json(?:;|$)/.test(type); // a gateway may name the charset
  if (isJson && json().imsx_codeMajor !== undefined) return null;
  if (isJson && json().jsonrpc === '2.0') return null;
  if (status === 410 && json().revoked === true) return null; // a withdrawn badge
  if (type !== 'application/problem+json') return `the error is ${type}, not a problem document`;
  const problem = json();
  if (problem.status !== status) return 'the problem document names another status';
  if (problem.requestId !== headers.get('x-request-id')) return 'the problem document names another request id';
  return typeof problem.detail === 'string' && problem.detail !== '' ? null : 'the problem document has no detail';
}
