import { CATALOG, type ProblemCode } from '../base/errors/catalog.ts';
import { Problem, problemType } from '../base/errors/problem.ts';
import { errorText, type Logger } from '../base/telemetry/logger.ts';
import { type Offers, preferredOf } from './accept.ts';
import type { Answer } from './answer.ts';

/** Problems from 500 that the operator cannot mend: requests for what is not offered, and for other servers that do not answer. */
const OF_CALLERS: ReadonlySet<ProblemCode> = new Set(['not-implemented', 'fetch-failed']);

/** The problem that a caller gets for an error; errors of the service, and of the store, are logged. */
export function toProblem(log: Pick<Logger, 'warn' | 'error'>, error: unknown): Problem {
  if (error instanceof Problem) {
    if (error.status >= 500) {
      const cause = error.cause === undefined ? {} : { cause: errorText(error.cause) };
      log[OF_CALLERS.has(error.code) ? 'warn' : 'error']('SYSTEM', error.message, { code: error.code, ...cause });
    }
    return error;
  }
  const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log.error('SYSTEM', 'An operation failed unexpectedly', { error: cause });
  return new Problem('internal-error', 'The service failed. Its log has the cause under the request id.');
}

/** How an error is written: RFC 9457, or the bare sentence that today's clients look for. */
export type ProblemFormat = 'problem+json' | 'text';

/** The format for a request: text for form clients, and for callers without a body that prefer plain text. */
export function problemFormat(request: Request): ProblemFormat {
  const type = request.headers.get('content-type') ?? '';
  if (/^(?:multipart\/|application\/x-www-form-urlencoded)/i.test(type)) return 'text';
  return preferredOf(request.headers.get('accept'), FORMATS)?.form ?? 'problem+json';
}

const FORMATS: Offers<ProblemFormat> = [
  { type: 'application/problem+json', also: ['application/json'], form: 'problem+json' },
  { type: 'text/plain', form: 'text' },
];

/** A problem as a document (RFC 9457), without the parts that are sent in headers. */
export function problemDocument(problem: Problem, requestId: string): Readonly<Record<string, unknown>> {
  const { status, title } = CATALOG[problem.code];
  const { retryAfter: _retryAfter, allow: _allow, challenge: _challenge, ...extras } = problem.extras;
  return { type: problemType(problem.code), title, status, detail: problem.message, ...extras, requestId };
}

/**
 * Writes a problem as the answer to a request.
 *
 * @param requestId the id of the request in the log
 */
export function renderProblem(problem: Problem, format: ProblemFormat, requestId: string): Answer {
  const { status } = problem;
  const { retryAfter, allow, challenge } = problem.extras;
  const headers = {
    'content-type': format === 'text' ? 'text/plain; charset=utf-8' : 'application/problem+json',
    'cache-control': 'no-store',
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    ...(allow !== undefined && { allow }),
    ...(status === 401 && { 'www-authenticate': challenge ?? CHALLENGES[problem.code] ?? 'SignatureSheet' }),
  };
  if (format === 'text') return { status, headers, body: problem.message };
  return { status, headers, body: JSON.stringify(problemDocument(problem, requestId)) };
}

/** The credentials that a 401 requests, if not a signature sheet. */
const CHALLENGES: Readonly<Partial<Record<ProblemCode, string>>> = {
  'token-refused': 'Bearer error="invalid_token"',
  'not-signed-in': 'Bearer',
};

/**
 * A problem as the answer to a request that does not reach the application.
 *
 * @param shared headers that answers of the application also carry
 */
export function problemResponse(
  problem: Problem,
  format: ProblemFormat,
  requestId: string,
  shared: Readonly<Record<string, string>> = {},
): Response {
  const { status, headers, body } = renderProblem(problem, format, requestId);
  return new Response(body, { status, headers: { ...shared, ...headers, 'x-request-id': requestId } });
}
