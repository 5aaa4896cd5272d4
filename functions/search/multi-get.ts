import { faultOf } from '../../shared/access/caller.ts';
import type { Context } from '../../shared/context.ts';
import { Problem } from '../../shared/errors/problem.ts';
import type { Answer } from '../../shared/http/answer.ts';
import { arrayAnswer, objectsAnswer } from '../../shared/http/array-answer.ts';
import { callerOf } from '../../shared/http/caller.ts';
import { readPayload } from '../../shared/http/payload.ts';
import { getMany } from '../../shared/objects/get-many.ts';
import { referenceOf, textsOf } from './batch-items.ts';

/** POST multiGet: the objects named that exist and that the caller may read; with `ids` only their ids. */
export async function postMultiGet(ctx: Context, request: Request): Promise<Answer> {
  const payload = await readPayload(request, ctx.config.postMaxSize);
  const caller = await callerOf(ctx, request, payload);
  const fault = faultOf(caller);
  if (fault !== null) throw fault;
  const references = textsOf(payload).flatMap((item) => {
    const reference = referenceOf(item, ctx.config.bases);
    return reference instanceof Problem ? [] : [reference];
  });
  const found = await getMany(ctx, references, caller);
  if (payload.part('ids') === undefined) return objectsAnswer(ctx, found, caller);
  return arrayAnswer(found.map(({ id }) => JSON.stringify(id)));
}
