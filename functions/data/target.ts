import { Problem } from '../../shared/base/errors/problem.ts';
import { parseParameters } from '../../shared/base/schema/parameters.ts';
import { parseUrlencoded, splitUrl } from '../../shared/http/urlencoded.ts';
import { parseReference, type Reference } from '../../shared/repository/objects/reference.ts';
import { targetQuery } from './parameters.ts';

/** The target of a request on a data address. */
export type DataTarget = {
  readonly reference: Reference;
  readonly view: 'object' | 'history' | 'trail';
  /** Of a page: its language, null for the one that `Accept-Language` says; and the part of an outline. */
  readonly language: string | null;
  readonly part: number;
};

const PREFIX = '/api/data/';

/**
 * Reads path and query of a data request. A version may be in the path or in `?version=`; both must agree.
 *
 * @param bases own addresses
 * @throws Problem `malformed-path`, `invalid-parameter` (400)
 */
export function targetOf(request: Request, bases: readonly string[]): DataTarget {
  const { path, query } = splitUrl(request.url);
  const reference = parseReference(path.slice(path.indexOf(PREFIX) + PREFIX.length), bases);
  if (query === '') return { reference, view: 'object', language: null, part: 1 };
  const { version, history, audit, lang = null, part = '1' } = parseParameters(targetQuery, parseUrlencoded(query));
  if (version !== undefined && reference.version !== null && reference.version !== version) {
    throw new Problem('invalid-parameter', 'The path and the query name different versions.', { where: 'version' });
  }
  if (history === 'true' && audit === 'true') {
    throw new Problem('invalid-parameter', 'The history of an object and its trail are two requests.', {
      where: 'audit',
    });
  }
  const view = audit === 'true' ? 'trail' : history === 'true' ? 'history' : 'object';
  return {
    reference: { ...reference, version: version ?? reference.version },
    view,
    language: lang,
    part: /^\d{1,6}$/.test(part) ? Number(part) : 1,
  };
}
