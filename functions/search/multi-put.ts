import { faultOf } from '../../shared/access/caller.ts';
import type { Context } from '../../shared/context.ts';
import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import { callerOf } from '../../shared/http/caller.ts';
import { arrayAnswer } from '../../shared/http/object-answer.ts';
import { readPayload } from '../../shared/http/payload.ts';
import { putMany } from '../../shared/objects/put-many.ts';
import { failure, itemsOf } from './batch-items.ts';

/**
 * POST multiPut: saves each object on its own. JSON callers get counts and reasons, form callers the objects stored, in
 * the order sent; of several versions of one object in a request, each is reported.
 */
export async function postMultiPut(ctx: Context, request: Request): Promise<Answer> {
  const payload = await readPayload(request, ctx.config.postMaxSize);
  const caller = await callerOf(ctx, request, payload);
  const fault = faultOf(caller);
  if (fault !== null) throw fault;
  const items = itemsOf(payload).map((object) => ({ object }));
  const results = await putMany(ctx, items, caller, 'batch');
  if (payload.binding === 'form') {
    return arrayAnswer(results.flatMap((result) => ('stored' in result ? [result.stored.text] : [])));
  }
  const failed = results.flatMap((result) => ('problem' in result ? [failure(result.id, result.problem)] : []));
  return jsonAnswer({ stored: results.length - failed.length, failed });
}
