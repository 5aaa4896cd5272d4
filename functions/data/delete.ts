import type { Context } from '../../shared/context.ts';
import { type Answer, EMPTY_ANSWER } from '../../shared/http/answer.ts';
import { callerOf } from '../../shared/http/caller.ts';
import { preconditionOf } from '../../shared/http/object-answer.ts';
import { remove } from '../../shared/objects/remove.ts';
import { targetOf } from './target.ts';

/** DELETE of an object's current version. Deleting what is not there is done already: 200. */
export async function deleteObject(ctx: Context, request: Request): Promise<Answer> {
  const { reference } = targetOf(request, ctx.config.bases);
  const caller = await callerOf(ctx, request);
  await remove(ctx, reference, caller, preconditionOf(request));
  return EMPTY_ANSWER;
}
