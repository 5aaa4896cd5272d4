import { Problem } from '../../base/errors/problem.ts';
import { isUuid } from '../../repository/linked-data/uuids.ts';
import { parseReference } from '../../repository/objects/reference.ts';

/** What a request for a framework, or a part of one, names. */
export type Target = {
  /** Names of the object, the likeliest first. */
  readonly names: readonly string[];
  /** The version asked for; null: the current one. */
  readonly version: number | null;
};

/**
 * Reads the end of a path: a GUID, with or without `ce-`, the MD5 of an id, `<type>/<id>` or `<type>/<id>/<version>`, or a whole id,
 * percent-encoded. One slash at the end is ignored. Where `id` is given, that is meant, percent-encoded once or twice.
 *
 * @param tail still percent-encoded; empty where the path has none
 * @param id the query parameter `id`, decoded once
 * @param bases own addresses
 * @throws Problem `malformed-path`, `invalid-parameter` (400)
 */
export function resolveTail(tail: string, id: string | null, bases: readonly string[]): Target {
  const path = id === null ? tail.replace(/\/$/, '') : encodeURIComponent(decodedAgain(id));
  if (path === '') {
    throw new Problem(
      'malformed-path',
      'The address names no object: add its GUID, the MD5 of its id, or ?id= with its id.',
    );
  }
  const { name, version } = parseReference(path, bases);
  return { names: namesFor(name), version };
}

/** The names under which an object may be known by this one. */
export function namesFor(name: string): readonly string[] {
  if (isUuid(name)) return [...new Set([name, `ce-${name}`, name.toLowerCase(), `ce-${name.toLowerCase()}`])];
  if (/^ce-/i.test(name) && isUuid(name.slice(3))) return [...new Set([name, name.slice(3), name.toLowerCase()])];
  return [name];
}

/** Some clients encode an id twice. */
function decodedAgain(id: string): string {
  if (!/^https?%3a/i.test(id)) return id;
  try {
    return decodeURIComponent(id);
  } catch {
    throw new Problem('invalid-parameter', 'id is not percent-encoded correctly.', { where: 'id' });
  }
}
