import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Problem } from '../../../shared/base/errors/problem.ts';
import type { Invocation } from '../notifications/stream-handler.ts';

/** Time to write and send the response of a request that timed out. */
const RESERVE_MS = 1_500;

/** The value that {@link withTimeout} resolves with when the time has run out. */
export const TIMED_OUT = Symbol('timed out');

/** The response to a request that timed out. */
export const TOOK_TOO_LONG = new Problem(
  'took-too-long',
  'The service ended this request because it took too long. A requested change may have been made completely, in part, or not at all: read the object, then send the request again or a smaller one.',
  { retryAfter: 5 },
);

/**
 * The time that a request of an HTTP API may take: until shortly before the function ends or the HTTP API times out. The HTTP API
 * counts from the moment when it takes the request, before a function starts for it.
 *
 * @param invocation absent when nothing ends the function
 * @param apiTimeoutMs how long the HTTP API waits for a response
 */
export function requestTimeoutMs(
  { requestContext: { timeEpoch } }: APIGatewayProxyEventV2,
  invocation: Invocation | undefined,
  apiTimeoutMs: number,
): number {
  const age = Date.now() - timeEpoch;
  // An older event is a recorded one: no client waits for its response, so its age is ignored.
  const waited = age > 0 && age < apiTimeoutMs - RESERVE_MS ? age : 0;
  return (
    Math.min(apiTimeoutMs - waited, invocation?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY) - RESERVE_MS
  );
}

/** The outcome of some work, or {@link TIMED_OUT}. The result of late work is ignored. */
export async function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T | typeof TIMED_OUT> {
  if (timeoutMs === Number.POSITIVE_INFINITY) return work;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<typeof TIMED_OUT>((resolve) => {
    timer = setTimeout(() => resolve(TIMED_OUT), Math.max(0, timeoutMs));
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Refuses outgoing calls once the signal is aborted. A function is frozen after its response and thaws with the next request;
 * unfinished work must not resume then.
 */
export function unlessAborted<P extends readonly unknown[], R>(
  signal: AbortSignal | undefined,
  call: (...given: P) => Promise<R>,
): (...given: P) => Promise<R> {
  return async (...given) => {
    if (signal?.aborted === true) throw TOOK_TOO_LONG;
    return call(...given);
  };
}
