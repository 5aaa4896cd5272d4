import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { asksForEvents, eventStreamAnswer } from '../../shared/http/event-stream.ts';
import { readPayload } from '../../shared/http/payload.ts';
import { problemDocument, toProblem } from '../../shared/http/render-problem.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import type { ProfileAnswer, ProfileQuery, ProfileService } from '../../shared/profiles/service/profile-service.ts';
import type { Caller } from '../../shared/repository/access/caller.ts';
import type { Context } from '../../shared/repository/context.ts';
import { profileQuery } from './parameters.ts';

/** GET profile/latest: parameters in the query string (specification: Profile). */
export async function getLatest(service: ProfileService, call: Call): Promise<Answer> {
  return answer(service, call, profileQuery(queryOf(call.request)));
}

/** POST profile/latest: parameters in the query string or the body, which wins, and hypothetical assertions (`whatIf`). */
export async function postLatest(ctx: Pick<Context, 'config'>, service: ProfileService, call: Call): Promise<Answer> {
  const payload = await readPayload(ctx, call);
  return answer(service, call, profileQuery(queryOf(call.request), payload));
}

async function answer(service: ProfileService, call: Call, query: ProfileQuery): Promise<Answer> {
  const caller = await call.caller();
  if (asksForEvents(call.request)) return events(service, call, query, caller);
  const begin = performance.now();
  const profile = await service.latest(query, caller);
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    vary: 'signatureSheet, Authorization, Cookie, Accept',
    'server-timing': serverTiming(profile, performance.now() - begin),
  };
  return { status: 200, headers, body: profile.text };
}

/** The `Server-Timing` header (Server Timing, W3C): milliseconds by step. */
function serverTiming({ cached, took }: ProfileAnswer, total: number): string {
  const metrics = [`cache;desc=${cached ? 'hit' : 'miss'}`];
  if (took !== null) metrics.push(`load;dur=${took.load.toFixed(1)}`, `calculate;dur=${took.calculate.toFixed(1)}`);
  return [...metrics, `total;dur=${total.toFixed(1)}`].join(', ');
}

/** Sends progress events, then the profile or a problem document, since the status has already been sent. */
function events(service: ProfileService, { id, log }: Call, query: ProfileQuery, caller: Caller): Answer {
  return eventStreamAnswer(async (send) => {
    try {
      const { text } = await service.latest(query, caller, (step) => send('progress', JSON.stringify({ step })));
      send('profile', text);
    } catch (error) {
      send('problem', JSON.stringify(problemDocument(toProblem(log, error), id)));
    }
  });
}
