import type { Context } from '../../shared/context.ts';
import { requireJsonAccepted } from '../../shared/http/accept.ts';
import type { Answer } from '../../shared/http/answer.ts';
import { objectsAnswer } from '../../shared/http/array-answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { objectAnswer } from '../../shared/http/object-answer.ts';
import { history } from '../../shared/objects/history.ts';
import { read } from '../../shared/objects/read.ts';
import { type Target, targetOf } from './target.ts';

/** GET and HEAD of an object, one of its versions, or its history. */
export async function getObject(ctx: Context, call: Call): Promise<Answer> {
  requireJsonAccepted(call.request.headers.get('accept'));
  return readAnswer(ctx, call, targetOf(call.request, ctx.config.bases));
}

/** The object, one of its versions, or its history, as the caller may see it. */
export async function readAnswer(ctx: Context, call: Call, { reference, history: all }: Target): Promise<Answer> {
  const caller = await call.caller();
  if (all) return objectsAnswer(ctx, await history(ctx, reference.name, caller), caller);
  return objectAnswer(call.request, await read(ctx, reference, caller));
}
