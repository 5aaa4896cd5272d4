import { faultOf } from '../../shared/access/caller.ts';
import type { Context } from '../../shared/context.ts';
import type { Answer } from '../../shared/http/answer.ts';
import { arrayAnswer } from '../../shared/http/array-answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { readData } from '../../shared/http/data-payload.ts';
import { warningHeader } from '../../shared/http/warning.ts';
import type { Json } from '../../shared/linked-data/json.ts';
import type { JsonText } from '../../shared/linked-data/json-text.ts';
import type { PutItem } from '../../shared/objects/prepare-item.ts';
import { putMany } from '../../shared/objects/put-many.ts';
import { batchAnswer, itemsOf } from './batch-items.ts';

/**
 * POST multiPut: saves each object on its own. JSON callers get counts and reasons, form callers the objects stored, in
 * the order sent; of several versions of one object in a request, each is reported. What search could not take in is said
 * in a header, and to JSON callers object by object.
 */
export async function postMultiPut(ctx: Context, call: Call): Promise<Answer> {
  const payload = await readData(call, ctx.config.postMaxSize);
  const caller = await call.caller();
  const fault = faultOf(caller);
  if (fault !== null) throw fault;
  const results = await putMany(ctx, putItems(await itemsOf(payload)), caller, 'batch');
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
  const failed = results.flatMap((result) => ('problem' in result ? [result] : []));
  return batchAnswer('stored', results.length - failed.length, failed, warnings, headers);
}

/** Each object is parsed when it is about to be saved. */
function* putItems(objects: Iterable<Json | JsonText>): Generator<PutItem> {
  for (const object of objects) yield { object };
}
