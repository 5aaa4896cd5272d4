import { mapInSlices } from '../../shared/base/concurrency/slices.ts';
import { Problem, problemType } from '../../shared/base/errors/problem.ts';
import { type Answer, jsonTextAnswer } from '../../shared/http/answer.ts';
import type { DataPayload } from '../../shared/http/data-payload.ts';
import { strongEntityTags } from '../../shared/http/object-answer.ts';
import { type Json, parseJson } from '../../shared/repository/linked-data/json.ts';
import { type Items, itemsOfText } from '../../shared/repository/linked-data/json-items.ts';
import { JsonText } from '../../shared/repository/linked-data/json-scan.ts';
import type { Precondition } from '../../shared/repository/objects/precondition.ts';
import { parseBatchItem, type Reference } from '../../shared/repository/objects/reference.ts';

/** Maximum number of items in one batch. */
const MAX_ITEMS = 100_000;

/** Maximum size of a batch of identifiers, in bytes, if `POST_MAX_SIZE` allows it: room for {@link MAX_ITEMS} of usual length. */
export const MAX_IDENTIFIERS_SIZE = 16 << 20;

/**
 * The items of a batch request; none in a form without `data`.
 *
 * @throws Problem `malformed-request` (400) when they are not an array, `body-too-large` (413) for more than {@link MAX_ITEMS}
 */
export async function itemsOf({ data, binding }: DataPayload): Promise<Items> {
  if (binding === 'form' && (data === undefined || data === null)) return [];
  const items = data instanceof JsonText ? await itemsOfText(data, 'The batch', MAX_ITEMS) : data;
  if (isItems(items)) return items;
  throw new Problem('malformed-request', 'The request is not an array.', { where: 'data' });
}

function isItems(data: Json | undefined | Items): data is Items {
  return typeof data === 'object' && data !== null && Symbol.iterator in data;
}

/**
 * The conditions of the items of a batch.
 *
 * @param ifMatch JSON text of an array with the value of `If-Match` for each item, or null for none; undefined: no item has one
 * @throws Problem `malformed-request` (400) for any other text
 */
export function conditionsOf(ifMatch: string | undefined, { length }: Items): readonly (Precondition | undefined)[] {
  if (ifMatch === undefined) return [];
  const values = parseJson(ifMatch, 'ifMatch');
  if (!Array.isArray(values) || values.length !== length) {
    throw new Problem('malformed-request', 'ifMatch is not an array with a value for each item.', { where: 'ifMatch' });
  }
  return values.map((value, index) => {
    if (value === null) return undefined;
    if (typeof value === 'string') return { ifMatch: strongEntityTags(value), ifNoneMatch: null };
    throw new Problem('malformed-request', `Item ${index} is neither a text nor null.`, { where: `ifMatch/${index}` });
  });
}

/**
 * The items of a batch of identifiers.
 *
 * @throws Problem as {@link itemsOf} does, and `malformed-request` (400) when one is not a text
 */
export async function textsOf(payload: DataPayload): Promise<readonly string[]> {
  return mapInSlices(await itemsOf(payload), (item, index) => {
    const value = item instanceof JsonText && item.text.startsWith('"') ? parseJson(item.text, 'The item') : item;
    if (typeof value === 'string') return value;
    throw new Problem('malformed-request', `Item ${index} is not a text.`, { where: `/${index}` });
  });
}

/**
 * The target of each item, or its error; the other items are still processed (invariant I10).
 *
 * @param bases own addresses
 */
export function referencesOf(
  items: readonly string[],
  bases: readonly string[],
): Promise<readonly (Reference | Problem)[]> {
  return mapInSlices(items, (item) => {
    try {
      return parseBatchItem(item, bases);
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  });
}

/** One failed item, as the JSON binding reports it. */
export type ItemFailure = { readonly id: string | null; readonly problem: Problem };

/**
 * The response to a batch in the JSON binding, made in slices, since there may be a failure for each item.
 *
 * @param count number of items that succeeded
 * @param warnings warnings about some of them
 */
export async function batchAnswer(
  done: 'stored' | 'deleted',
  count: number,
  failures: readonly ItemFailure[],
  warnings: readonly object[] = [],
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const failed = await mapInSlices(failures, ({ id, problem }) =>
    JSON.stringify({ '@id': id, status: problem.status, type: problemType(problem.code), detail: problem.message }),
  );
  const warned = warnings.length === 0 ? '' : `,"warnings":${JSON.stringify(warnings)}`;
  return jsonTextAnswer(`{"${done}":${count},"failed":[${failed.join(',')}]${warned}}`, headers);
}
