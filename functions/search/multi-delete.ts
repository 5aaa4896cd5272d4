import { type Caller, faultOf } from '../../shared/access/caller.ts';
import type { Context } from '../../shared/context.ts';
import { Problem } from '../../shared/errors/problem.ts';
import type { Answer } from '../../shared/http/answer.ts';
import { objectsAnswer } from '../../shared/http/array-answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { readData } from '../../shared/http/data-payload.ts';
import { NOT_FOUND } from '../../shared/objects/not-found.ts';
import { isReadable } from '../../shared/objects/present.ts';
import { type RemoveResult, removeMany } from '../../shared/objects/remove-many.ts';
import { batchAnswer, type Failure, MAX_IDENTIFIERS_SIZE, referencesOf, textsOf } from './batch-items.ts';

/** POST multiDelete: deletes each object on its own. JSON callers get counts and reasons, form callers the objects deleted. */
export async function postMultiDelete(ctx: Context, call: Call): Promise<Answer> {
  const payload = await readData(call, Math.min(ctx.config.postMaxSize, MAX_IDENTIFIERS_SIZE));
  const caller = await call.caller();
  const fault = faultOf(caller);
  if (fault !== null) throw fault;
  const items = await textsOf(payload);
  call.release();
  const results = await removeItems(ctx, items, caller);
  if (payload.binding === 'form') {
    const removed = results.flatMap((result) => ('removed' in result ? [result.removed] : []));
    return objectsAnswer(
      ctx,
      removed.filter((head) => isReadable(ctx, head, caller)),
      caller,
    );
  }
  const absent = new Problem('not-found', NOT_FOUND);
  const failed = results.flatMap((result, index): Failure[] => {
    if ('removed' in result) return [];
    return [{ id: items[index] ?? null, problem: 'problem' in result ? result.problem : absent }];
  });
  return batchAnswer('deleted', results.length - failed.length, failed);
}

async function removeItems(ctx: Context, items: readonly string[], caller: Caller): Promise<readonly RemoveResult[]> {
  const references = await referencesOf(items, ctx.config.bases);
  const named = references.flatMap((reference) => (reference instanceof Problem ? [] : [reference]));
  const removed = (await removeMany(ctx, named, caller, 'batch')).values();
  return references.map((reference) => {
    const result = reference instanceof Problem ? { problem: reference } : removed.next().value;
    if (result === undefined) throw new Error('Fewer results came back than objects were to be deleted.');
    return result;
  });
}
