import type { Caller } from '../../shared/access/caller.ts';
import type { Context } from '../../shared/context.ts';
import type { Answer } from '../../shared/http/answer.ts';
import { callerOf } from '../../shared/http/caller.ts';
import { asksForEvents, eventStreamAnswer } from '../../shared/http/event-stream.ts';
import { readPayload } from '../../shared/http/payload.ts';
import { problemDocument } from '../../shared/http/render-problem.ts';
import type { RequestScope } from '../../shared/http/request-scope.ts';
import { toProblem } from '../../shared/http/to-problem.ts';
import { queryOf } from '../../shared/http/url.ts';
import type { ProfileAnswer, ProfileQuery, ProfileService } from '../../shared/profiles/service/profile-service.ts';
import { profileQuery } from './parameters.ts';

/** GET profile/latest: parameters in the query string (specification: Profile). */
export async function getLatest(
  ctx: Context,
  service: ProfileService,
  request: Request,
  requestId: string,
): Promise<Answer> {
  const query = profileQuery(queryOf(request));
  return answer(ctx, service, request, requestId, query, await callerOf(ctx, request));
}

/** POST profile/latest: parameters in the query string or the body, which wins, and hypothetical assertions (`whatIf`). */
export async function postLatest(
  ctx: Context,
  service: ProfileService,
  request: Request,
  scope: RequestScope,
): Promise<Answer> {
  const payload = await readPayload(ctx, request, scope);
  const query = profileQuery(queryOf(request), payload);
  return answer(ctx, service, request, scope.id, query, await callerOf(ctx, request, payload));
}

async function answer(
  ctx: Context,
  service: ProfileService,
  request: Request,
  requestId: string,
  query: ProfileQuery,
  caller: Caller,
): Promise<Answer> {
  if (asksForEvents(request)) return events(ctx, service, requestId, query, caller);
  const begin = performance.now();
  const profile = await service.latest(query, caller);
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'server-timing': serverTiming(profile, performance.now() - begin),
  };
  return { status: 200, headers, body: profile.text };
}

/** Where the time went (Server Timing, W3C), milliseconds. */
function serverTiming({ cached, took }: ProfileAnswer, total: number): string {
  const metrics = [`cache;desc=${cached ? 'hit' : 'miss'}`];
  if (took !== null) metrics.push(`load;dur=${took.load.toFixed(1)}`, `calculate;dur=${took.calculate.toFixed(1)}`);
  return [...metrics, `total;dur=${total.toFixed(1)}`].join(', ');
}

/** The steps as they come, then the profile or a problem document: the status is out by then. */
function events(ctx: Context, service: ProfileService, requestId: string, query: ProfileQuery, caller: Caller): Answer {
  return eventStreamAnswer(async (send) => {
    try {
      const { text } = await service.latest(query, caller, (step) => send('progress', JSON.stringify({ step })));
      send('profile', text);
    } catch (error) {
      send('problem', JSON.stringify(problemDocument(toProblem(ctx, error, requestId), requestId)));
    }
  });
}
