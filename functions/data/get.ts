import type { Context } from '../../shared/context.ts';
import { requireJsonAccepted } from '../../shared/http/accept.ts';
import type { Answer } from '../../shared/http/answer.ts';
import { objectsAnswer } from '../../shared/http/array-answer.ts';
import { callerOf } from '../../shared/http/caller.ts';
import { objectAnswer } from '../../shared/http/object-answer.ts';
import { history } from '../../shared/objects/history.ts';
import { read } from '../../shared/objects/read.ts';
import { targetOf } from './target.ts';

/** GET and HEAD of an object, one of its versions, or its history. */
export async function getObject(ctx: Context, request: Request): Promise<Answer> {
  requireJsonAccepted(request.headers.get('accept'));
  const target = targetOf(request, ctx.config.bases);
  const caller = await callerOf(ctx, request);
  if (target.history) {
    return objectsAnswer(ctx, await history(ctx, target.reference.name, caller), caller);
  }
  return objectAnswer(request, await read(ctx, target.reference, caller));
}
