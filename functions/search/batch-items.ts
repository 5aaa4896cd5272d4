import { Problem } from '../../shared/errors/problem.ts';
import type { Payload } from '../../shared/http/payload.ts';
import { problemType } from '../../shared/http/render-problem.ts';
import type { Json } from '../../shared/linked-data/json.ts';
import { parseBatchItem, type Reference } from '../../shared/objects/reference.ts';

/**
 * The items of a batch request; none in a form without `data`.
 *
 * @throws Problem `malformed-request` (400) when they are no array
 */
export function itemsOf(payload: Payload): readonly Json[] {
  const data = payload.data();
  if (payload.binding === 'form' && (data === undefined || data === null)) return [];
  if (!Array.isArray(data)) throw new Problem('malformed-request', 'The request is not an array.', { where: 'data' });
  return data;
}

/**
 * The items of a batch of identifiers.
 *
 * @throws Problem `malformed-request` (400) when one is no text
 */
export function textsOf(payload: Payload): readonly string[] {
  return itemsOf(payload).map((item, index) => {
    if (typeof item !== 'string') {
      throw new Problem('malformed-request', `Item ${index} is not a text.`, { where: `/${index}` });
    }
    return item;
  });
}

/**
 * What one item names, or why it names nothing: a malformed one spoils no other (invariant I10).
 *
 * @param bases own addresses
 */
export function referenceOf(item: string, bases: readonly string[]): Reference | Problem {
  try {
    return parseBatchItem(item, bases);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** One failed item as the JSON binding tells it. */
export function failure(id: string | null, problem: Problem) {
  return { '@id': id, status: problem.status, type: problemType(problem.code), detail: problem.message };
}
