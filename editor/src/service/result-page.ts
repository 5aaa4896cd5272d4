import {
  isObject,
  type Json,
  type JsonObject,
  member,
  parseJson,
} from '../../../shared/repository/linked-data/json.ts';

/** A page of search results. */
export type ResultPage = {
  readonly objects: readonly JsonObject[];
  /** When each was last changed, UTC milliseconds; empty unless the search asks for `times`. */
  readonly times: readonly number[];
  /** The number of results on all pages, at most as many as the search counts; null unless it does. */
  readonly total: number | null;
  /** The address of the next page; null after the last one. */
  readonly next: string | null;
};

/**
 * Reads the answer of a search.
 *
 * @param address of the request
 * @param hasTimes whether it asks for `times`
 * @throws TypeError, Problem when it is not one
 */
export async function readResultPage(response: Response, address: string, hasTimes: boolean): Promise<ResultPage> {
  const items = asObjects(parseJson(await response.text(), 'The page of results'));
  const [, next] = /<([^>]*)>\s*;\s*rel="?next"?/.exec(response.headers.get('link') ?? '') ?? [];
  const total = response.headers.get('x-total-count');
  return {
    objects: hasTimes ? asObjects(items.map((item) => member(item, 'object') ?? null)) : items,
    times: hasTimes ? items.map((item) => Number(member(item, 'time'))) : [],
    total: total === null ? null : Number(total),
    next: next === undefined ? null : new URL(next, address).href,
  };
}

/** The objects of an array in an answer. @throws TypeError for anything else */
export function asObjects(value: Json): readonly JsonObject[] {
  if (!Array.isArray(value)) throw new TypeError('The service answered something other than an array.');
  return value.filter(isObject);
}
