import { Problem } from '../../errors/problem.ts';
import { guidOf, splitId } from '../../linked-data/identifiers.ts';
import { isObject, type Json, member } from '../../linked-data/json.ts';

/**
 * The short id of an id as other objects name it.
 *
 * @param bases own addresses
 */
export function shortIdOf(id: string, bases: readonly string[]): string {
  try {
    return splitId(id, bases).shortId;
  } catch (error) {
    if (error instanceof Problem) return id; // digits beyond every version are no version
    throw error;
  }
}

/** Names under which a store may know what an id from outside means: the short id, and for an own data address its last part. */
export function namesOf(id: string, bases: readonly string[]): readonly string[] {
  const base = bases.find((own) => id.startsWith(own));
  const path = base === undefined ? id : id.slice(base.length);
  const own = base !== undefined || path.startsWith('data/');
  if (!own) return [shortIdOf(id, bases)];
  const whole = base === undefined ? `${bases[0] ?? ''}${id}` : id;
  const shortId = shortIdOf(whole, bases);
  return [...new Set([shortId, guidOf(shortId)])].filter((name) => name !== '');
}

/** The ids that a member lists: texts, `{"@id": …}`, or an array of these. */
export function idsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (!isObject(value)) return [];
  const id = member(value, '@id') ?? member(value, '@value');
  return typeof id === 'string' && id !== '' ? [id] : [];
}
