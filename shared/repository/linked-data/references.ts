import { Problem } from '../../base/errors/problem.ts';
import { isObject, type Json, member } from './json.ts';
import { splitId } from './split-id.ts';

/**
 * The short id of an id as other objects name it.
 *
 * @param bases own addresses
 */
export function shortIdOf(id: string, bases: readonly string[]): string {
  try {
    return splitId(id, bases).shortId;
  } catch (error) {
    if (error instanceof Problem) return id; // digits beyond every version are not a version
    throw error;
  }
}

/** The ids that a member lists: texts, `{"@id": …}`, or an array of these. */
export function idsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (!isObject(value)) return [];
  const id = member(value, '@id') ?? member(value, '@value');
  return typeof id === 'string' && id !== '' ? [id] : [];
}

/** The items of an array, or a single value, which counts as one; none of what is absent or null. */
export function items<T>(value: T | readonly T[] | null | undefined): readonly T[];
export function items(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
