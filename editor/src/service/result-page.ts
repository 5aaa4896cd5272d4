import { isObject, type Json, type JsonObject, parseJson } from '../../../shared/repository/linked-data/json.ts';

/** A page of search results. */
export type ResultPage = {
  readonly objects: readonly JsonObject[];
  /** The address of the next page; null after the last one. */
  readonly next: string | null;
};

/**
 * Reads the answer of a search.
 *
 * @param address of the request
 * @throws TypeError, Problem when it is not one
 */
export async function readResultPage(response: Response, address: string): Promise<ResultPage> {
  const objects = asObjects(parseJson(await response.text(), 'The page of results'));
  const [, next] = /<([^>]*)>\s*;\s*rel="?next"?/.exec(response.headers.get('link') ?? '') ?? [];
  return { objects, next: next === undefined ? null : new URL(next, address).href };
}

/** The objects of an array in an answer. @throws TypeError for anything else */
export function asObjects(value: Json): readonly JsonObject[] {
  if (!Array.isArray(value)) throw new TypeError('The service answered something other than an array.');
  return value.filter(isObject);
}
