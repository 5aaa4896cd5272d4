import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Invocation } from '../notifications/stream-handler.ts';

/** Milliseconds before the end at which an answer is given in any case: as long as it takes to write one and to send it. */
const RESERVE = 1_500;

/** What {@link inTime} gives when the time is over. */
export const OVERTIME = Symbol('overtime');

/**
 * The milliseconds in which a request of an HTTP API is to be answered: until shortly before the function ends, or whoever waits
 * for it gives up. That time begins when API Gateway takes the request, before a function starts for it.
 *
 * @param invocation absent when nothing ends the function
 * @param patience milliseconds that the HTTP API waits for an answer
 */
export function timeToAnswer(
  { requestContext: { timeEpoch } }: APIGatewayProxyEventV2,
  invocation: Invocation | undefined,
  patience: number,
): number {
  const age = Date.now() - timeEpoch;
  // Events that nobody waits for any more, such as recorded ones, are as good as new.
  const waited = age > 0 && age < patience - RESERVE ? age : 0;
  return Math.min(patience - waited, invocation?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY) - RESERVE;
}

/** The outcome of some work, or {@link OVERTIME} when it takes longer: what becomes of it then is no business of anybody. */
export async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T | typeof OVERTIME> {
  if (milliseconds === Number.POSITIVE_INFINITY) return work;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof OVERTIME>((resolve) => {
    timer = setTimeout(() => resolve(OVERTIME), Math.max(0, milliseconds));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
