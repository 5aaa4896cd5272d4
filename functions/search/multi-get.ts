import { faultOf } from '../../shared/access/caller.ts';
import type { Context } from '../../shared/context.ts';
import { Problem } from '../../shared/errors/problem.ts';
import type { Answer } from '../../shared/http/answer.ts';
import { arrayAnswer, objectsAnswer } from '../../shared/http/array-answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { readData } from '../../shared/http/data-payload.ts';
import { getMany } from '../../shared/objects/get-many.ts';
import { MAX_IDENTIFIERS_SIZE, referencesOf, textsOf } from './batch-items.ts';

/** POST multiGet: the objects named that exist and that the caller may read; with `ids` only their ids. */
export async function postMultiGet(ctx: Context, call: Call): Promise<Answer> {
  const payload = await readData(call, Math.min(ctx.config.postMaxSize, MAX_IDENTIFIERS_SIZE));
  const caller = await call.caller();
  const fault = faultOf(caller);
  if (fault !== null) throw fault;
  const references = await referencesOf(await textsOf(payload), ctx.config.bases);
  const named = references.flatMap((reference) => (reference instanceof Problem ? [] : [reference]));
  call.release();
  const found = await getMany(ctx, named, caller);
  if (payload.part('ids') === undefined) return objectsAnswer(ctx, found, caller);
  return arrayAnswer(found.map(({ id }) => JSON.stringify(id)));
}
