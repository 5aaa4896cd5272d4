import type { Context } from '../../shared/context.ts';
import { type Answer, EMPTY_ANSWER } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { preconditionOf } from '../../shared/http/object-answer.ts';
import { remove } from '../../shared/objects/remove.ts';
import { targetOf } from './target.ts';

/** DELETE of an object's current version. 200 also when there is nothing to delete. */
export async function deleteObject(ctx: Context, { request, caller }: Call): Promise<Answer> {
  const { reference } = targetOf(request, ctx.config.bases);
  await remove(ctx, reference, await caller(), preconditionOf(request));
  return EMPTY_ANSWER;
}
