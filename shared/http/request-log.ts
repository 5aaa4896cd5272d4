import { actorOf } from '../access/actor.ts';
import type { Problem } from '../errors/problem.ts';
import type { Call } from './call.ts';
import { splitUrl } from './urlencoded.ts';

/** How a request was answered. */
export type RequestOutcome = {
  /** Method and path template; null when no handler takes the request. */
  readonly operation: string | null;
  readonly status: number;
  /** The problem that it was refused with; null when it was not. */
  readonly refusal: Problem | null;
  /** Milliseconds until the answer began. */
  readonly tookMs: number;
};

/** Longer paths are cut in the log. */
const MAX_PATH_LENGTH = 500;

/**
 * Writes one line about a request: who sent it, as far as that was asked for, from where, what it was, and what came of it. The query
 * is left out: it may hold what people search for, or a secret.
 */
export function logRequest(call: Call, { operation, status, refusal, tookMs }: RequestOutcome): void {
  const { request, log } = call;
  log.info('NETWORK', 'Request', {
    operation,
    method: request.method,
    path: splitUrl(request.url).path.slice(0, MAX_PATH_LENGTH),
    status,
    problem: refusal?.code,
    ms: Math.round(tookMs * 100) / 100,
    ...actorOf(call.known()),
  });
}
