import type { RequestOutcome } from '../base/telemetry/request-outcome.ts';
import { actorFields, describeActor } from '../repository/access/actor.ts';
import type { Call } from './call.ts';
import { splitUrl } from './urlencoded.ts';

/** Longer paths are cut in the log. */
const MAX_PATH_LENGTH = 500;

/**
 * Writes one line about a request: its actor, where one was identified, its origin, operation and outcome. The query is left out:
 * it may contain search terms of people, or a secret.
 */
export function logRequest(call: Call, { operation, status, refusal, tookMs }: RequestOutcome): void {
  const { request, log } = call;
  const caller = call.known();
  log.info('NETWORK', 'Request', {
    operation,
    method: request.method,
    path: splitUrl(request.url).path.slice(0, MAX_PATH_LENGTH),
    status,
    problem: refusal?.code,
    ms: Math.round(tookMs * 100) / 100,
    ...(caller !== null && actorFields(describeActor(caller))),
  });
}
