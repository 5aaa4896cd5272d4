import { parseUrlencoded } from './urlencoded.ts';

/**
 * Splits the address of a request without parsing the parts that most requests do not have.
 *
 * @returns the path, still percent-encoded, and what follows the question mark, empty without one
 */
export function splitUrl(url: string): { readonly path: string; readonly query: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const mark = url.indexOf('?', start);
  return mark === -1
    ? { path: url.slice(start), query: '' }
    : { path: url.slice(start, mark), query: url.slice(mark + 1) };
}

/**
 * The query parameters of a request.
 *
 * @throws Problem `invalid-parameter` (400) naming one that is not UTF-8
 */
export function queryOf(request: Request): URLSearchParams {
  return parseUrlencoded(splitUrl(request.url).query);
}
