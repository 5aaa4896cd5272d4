import { faultOf } from '../../shared/access/caller.ts';
import type { Context } from '../../shared/context.ts';
import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import { arrayAnswer } from '../../shared/http/array-answer.ts';
import { callerOf } from '../../shared/http/caller.ts';
import { readPayload } from '../../shared/http/payload.ts';
import { warningHeader } from '../../shared/http/warning.ts';
import { putMany } from '../../shared/objects/put-many.ts';
import { failure, itemsOf } from './batch-items.ts';

/**
 * POST multiPut: saves each object on its own. JSON callers get counts and reasons, form callers the objects stored, in
 * the order sent; of several versions of one object in a request, each is reported. What search could not take in is said
 * in a header, and to JSON callers object by object.
 */
export async function postMultiPut(ctx: Context, request: Request): Promise<Answer> {
  const payload = await readPayload(request, ctx.config.postMaxSize);
  const caller = await callerOf(ctx, request, payload);
  const fault = faultOf(caller);
  if (fault !== null) throw fault;
  const items = itemsOf(payload).map((object) => ({ object }));
  const results = await putMany(ctx, items, caller, 'batch');
  const warnings = results.flatMap((result) => {
    if (!('stored' in result) || result.unsearchable === undefined) return [];
    return [{ '@id': result.stored.id, detail: result.unsearchable }];
  });
  const headers = warningHeader(warnings.map(({ detail }) => detail));
  if (payload.binding === 'form') {
    return arrayAnswer(
      results.flatMap((result) => ('stored' in result ? [result.stored.text] : [])),
      headers,
    );
  }
  const failed = results.flatMap((result) => ('problem' in result ? [failure(result.id, result.problem)] : []));
  const stored = results.length - failed.length;
  return jsonAnswer({ stored, failed, ...(warnings.length > 0 && { warnings }) }, headers);
}
