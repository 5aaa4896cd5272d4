import { Problem } from '../../shared/base/errors/problem.ts';
import { type Answer, warningHeader } from '../../shared/http/answer.ts';
import { arrayAnswer, objectsAnswer, onePage } from '../../shared/http/array-answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { readData } from '../../shared/http/data-payload.ts';
import { type Caller, faultOf } from '../../shared/repository/access/caller.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { Items } from '../../shared/repository/linked-data/json-items.ts';
import { entityTag } from '../../shared/repository/objects/precondition.ts';
import type { PutItem } from '../../shared/repository/objects/prepare-item.ts';
import { isReadable, type ShownVersion } from '../../shared/repository/objects/present.ts';
import { putMany } from '../../shared/repository/objects/put-many.ts';
import { getMany, NOT_FOUND } from '../../shared/repository/objects/read.ts';
import { type RemoveResult, removeMany } from '../../shared/repository/objects/remove-many.ts';
import {
  batchAnswer,
  conditionsOf,
  type ItemFailure,
  itemsOf,
  MAX_IDENTIFIERS_SIZE,
  referencesOf,
  textsOf,
} from './batch-items.ts';

/** POST multiGet: the named objects that the caller may read; with `ids` only their ids, with `etags` the entity tag of each. */
export async function postMultiGet(ctx: Context, call: Call): Promise<Answer> {
  const payload = await readData(call, Math.min(ctx.config.postMaxSize, MAX_IDENTIFIERS_SIZE));
  const caller = await call.caller();
  const fault = faultOf(caller);
  if (fault !== null) throw fault;
  const references = await referencesOf(await textsOf(payload), ctx.config.bases);
  const named = references.flatMap((reference) => (reference instanceof Problem ? [] : [reference]));
  const memory = call.keep(named.length * REFERENCE_BYTES);
  const pages = getMany(ctx, named, caller);
  if (payload.part('ids') === undefined) {
    const render = payload.part('etags') === undefined ? {} : { render: withTag };
    return objectsAnswer(ctx, pages, caller, memory, render);
  }
  const ids: string[] = [];
  try {
    for await (const page of pages) for (const { id } of page) ids.push(JSON.stringify(id));
  } finally {
    memory.release();
  }
  return arrayAnswer(ids);
}

/** Memory that a parsed identifier takes. */
const REFERENCE_BYTES = 512;

function withTag(shown: ShownVersion): string {
  return `{"etag":${JSON.stringify(entityTag(shown))},"object":${shown.text}}`;
}

/**
 * POST multiPut: saves each object independently. JSON callers get counts and reasons, form callers the stored objects in the order of
 * the request, which includes each of several versions of one object. Parts that search could not index are reported in a header, and
 * to JSON callers for each object.
 */
export async function postMultiPut(ctx: Context, call: Call): Promise<Answer> {
  const payload = await readData(call, ctx.config.postMaxSize);
  const caller = await call.caller();
  const fault = faultOf(caller);
  if (fault !== null) throw fault;
  const items = await itemsOf(payload);
  const conditions = conditionsOf(payload.part('ifMatch'), items);
  const results = await putMany(ctx, putItems(items, conditions), caller, 'batch');
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

/** The items to save. Each object is parsed just before it is saved. */
function* putItems(objects: Items, conditions: ReturnType<typeof conditionsOf>): Generator<PutItem> {
  let index = 0;
  for (const object of objects) {
    const precondition = conditions[index++];
    yield { object, ...(precondition !== undefined && { precondition }) };
  }
}

/** POST multiDelete: deletes each object independently. JSON callers get counts and reasons, form callers the deleted objects. */
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
    const readable = removed.filter((head) => isReadable(ctx, head, caller));
    return objectsAnswer(ctx, onePage(readable), caller, call.keep(0));
  }
  const absent = new Problem('not-found', NOT_FOUND);
  const failed = results.flatMap((result, index): ItemFailure[] => {
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
