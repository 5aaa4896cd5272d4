import type { Context } from '../../shared/context.ts';
import { Problem } from '../../shared/errors/problem.ts';
import { requireJsonAccepted } from '../../shared/http/accept.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { readData } from '../../shared/http/data-payload.ts';
import { preconditionOf, savedAnswer } from '../../shared/http/object-answer.ts';
import { warningHeader } from '../../shared/http/warning.ts';
import { addressOf } from '../../shared/linked-data/identifiers.ts';
import { save } from '../../shared/objects/save.ts';
import { readAnswer } from './get.ts';
import { targetOf } from './target.ts';

/** POST on a data address: a save, or, as a form without `data`, a signed read. */
export async function postObject(ctx: Context, call: Call): Promise<Answer> {
  const { request } = call;
  requireJsonAccepted(request.headers.get('accept'));
  const target = targetOf(request, ctx.config.bases);
  const payload = await readData(call, ctx.config.postMaxSize);
  const caller = await call.caller();
  const object = payload.data;
  if (object === undefined || (object === null && payload.binding === 'form')) {
    if (payload.binding === 'json') throw new Problem('malformed-request', 'The request has no object to save.');
    call.release();
    return readAnswer(ctx, call, target);
  }
  const precondition = preconditionOf(request);
  const { stored, unsearchable } = await save(ctx, { object, target: target.reference, precondition }, caller);
  const warning = warningHeader(unsearchable === undefined ? [] : [unsearchable]);
  const location = addressOf(stored.shortId, ctx.config.bases);
  return savedAnswer({ stored, text: stored.text, hidden: [] }, { location, ...warning });
}
