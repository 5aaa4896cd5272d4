import { type Caller, faultOf } from '../../shared/access/caller.ts';
import type { Context } from '../../shared/context.ts';
import { Problem } from '../../shared/errors/problem.ts';
import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import { objectsAnswer } from '../../shared/http/array-answer.ts';
import { callerOf } from '../../shared/http/caller.ts';
import { readPayload } from '../../shared/http/payload.ts';
import { NOT_FOUND } from '../../shared/objects/not-found.ts';
import { isReadable } from '../../shared/objects/present.ts';
import { type RemoveResult, removeMany } from '../../shared/objects/remove-many.ts';
import { failure, referenceOf, textsOf } from './batch-items.ts';

/** POST multiDelete: deletes each object on its own. JSON callers get counts and reasons, form callers the objects deleted. */
export async function postMultiDelete(ctx: Context, request: Request): Promise<Answer> {
  const payload = await readPayload(request, ctx.config.postMaxSize);
  const caller = await callerOf(ctx, request, payload);
  const fault = faultOf(caller);
  if (fault !== null) throw fault;
  const items = textsOf(payload);
  const results = await removeItems(ctx, items, caller);
  if (payload.binding === 'form') {
    const removed = results.flatMap((result) => ('removed' in result ? [result.removed] : []));
    return objectsAnswer(
      ctx,
      removed.filter((head) => isReadable(ctx, head, caller)),
      caller,
    );
  }
  const failed = results.flatMap((result, index) => {
    if ('removed' in result) return [];
    const problem = 'problem' in result ? result.problem : new Problem('not-found', NOT_FOUND);
    return [failure(items[index] ?? null, problem)];
  });
  return jsonAnswer({ deleted: results.length - failed.length, failed });
}

async function removeItems(ctx: Context, items: readonly string[], caller: Caller): Promise<readonly RemoveResult[]> {
  const references = items.map((item) => referenceOf(item, ctx.config.bases));
  const named = references.flatMap((reference) => (reference instanceof Problem ? [] : [reference]));
  const removed = (await removeMany(ctx, named, caller, 'batch')).values();
  return references.map((reference) => {
    const result = reference instanceof Problem ? { problem: reference } : removed.next().value;
    if (result === undefined) throw new Error('Fewer results came back than objects were to be deleted.');
    return result;
  });
}
