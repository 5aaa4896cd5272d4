import type { Caller } from '../../shared/access/caller.ts';
import type { Context } from '../../shared/context.ts';
import { Problem } from '../../shared/errors/problem.ts';
import { requireJsonAccepted } from '../../shared/http/accept.ts';
import type { Answer } from '../../shared/http/answer.ts';
import { objectsAnswer } from '../../shared/http/array-answer.ts';
import { callerOf } from '../../shared/http/caller.ts';
import { readData } from '../../shared/http/data-payload.ts';
import { objectAnswer, preconditionOf, savedAnswer } from '../../shared/http/object-answer.ts';
import type { RequestScope } from '../../shared/http/request-scope.ts';
import { warningHeader } from '../../shared/http/warning.ts';
import { addressOf } from '../../shared/linked-data/identifiers.ts';
import { history } from '../../shared/objects/history.ts';
import { read } from '../../shared/objects/read.ts';
import { save } from '../../shared/objects/save.ts';
import { type Target, targetOf } from './target.ts';

/** POST on a data address: a save, or, as a form without `data`, a signed read. */
export async function postObject(ctx: Context, request: Request, scope: RequestScope): Promise<Answer> {
  requireJsonAccepted(request.headers.get('accept'));
  const target = targetOf(request, ctx.config.bases);
  const payload = await readData(request, ctx.config.postMaxSize, scope);
  const caller = await callerOf(ctx, request, payload);
  const object = payload.data;
  if (object === undefined || (object === null && payload.binding === 'form')) {
    if (payload.binding === 'json') throw new Problem('malformed-request', 'The request has no object to save.');
    scope.release();
    return signedRead(ctx, request, target, caller);
  }
  const precondition = preconditionOf(request);
  const { stored, unsearchable } = await save(ctx, { object, target: target.reference, precondition }, caller);
  const warning = warningHeader(unsearchable === undefined ? [] : [unsearchable]);
  const location = addressOf(stored.shortId, ctx.config.bases);
  return savedAnswer({ stored, text: stored.text, hidden: [] }, { location, ...warning });
}

async function signedRead(ctx: Context, request: Request, target: Target, caller: Caller): Promise<Answer> {
  if (target.history) {
    return objectsAnswer(ctx, await history(ctx, target.reference.name, caller), caller);
  }
  return objectAnswer(request, await read(ctx, target.reference, caller));
}
