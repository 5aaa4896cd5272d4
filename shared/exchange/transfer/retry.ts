import { Problem } from '../../base/errors/problem.ts';

/** A source cannot be read. The message is for the operator. */
export class SourceError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SourceError';
  }
}

/** A source gave an unexpected response to one request; others may succeed. */
export class AnswerError extends SourceError {}

export type Wait = (delayMs: number) => Promise<void>;

const MAX_ATTEMPTS = 7;

/** Maximum number of attempts after status 500, which a retry seldom changes. */
const MAX_ATTEMPTS_AFTER_500 = 2;

/** Delay before the first retry; it doubles with each further one, to about half a minute altogether. */
const FIRST_DELAY_MS = 500;

/** Maximum delay, also if `Retry-After` asks for more. */
const MAX_DELAY_MS = 60_000;

/**
 * Retries a request when the network fails or the server responds with 429 or 5xx, after the delay of `Retry-After` (RFC 9110,
 * 10.2.3) or with exponential backoff.
 *
 * @param send creates and sends the request
 * @returns the response; its status may be 5xx after the last attempt
 * @throws SourceError when the network failed at every attempt, or the address is refused; AnswerError for an answer that `fetch`
 *   does not accept
 */
export async function withRetries(
  send: () => Promise<Response>,
  wait: Wait,
  maxAttempts = MAX_ATTEMPTS,
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const last = attempt === maxAttempts;
    let delayMs = FIRST_DELAY_MS * 2 ** (attempt - 1);
    try {
      const response = await send();
      const { status } = response;
      if (last || (status !== 429 && status < 500)) return response;
      if (status === 500 && attempt >= MAX_ATTEMPTS_AFTER_500) return response;
      delayMs = retryAfter(response) ?? delayMs;
      await response.body?.cancel().catch(() => undefined); // the body of this attempt may have failed already
    } catch (error) {
      if (isUnusable(error)) throw new AnswerError(error.message, { cause: error });
      if (last || isFinal(error))
        throw new SourceError(`The server cannot be reached: ${causeOf(error)}`, { cause: error });
    }
    await wait(Math.min(delayMs, MAX_DELAY_MS));
  }
}

function retryAfter(response: Response): number | null {
  const text = response.headers.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(text) ? Number(text) * 1000 : null;
}

/** Whether an address is refused, or the answer of its server is never accepted: only network failures have a cause. */
function isFinal(error: unknown): boolean {
  return error instanceof Problem && error.cause === undefined;
}

/** Whether the answer cannot be used: it is too long, or a redirect. */
function isUnusable(error: unknown): error is Problem {
  return isFinal(error) && error instanceof Problem && error.code === 'fetch-failed';
}

/** The cause of an error, which `fetch` hides behind "fetch failed". */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}
