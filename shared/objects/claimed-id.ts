import { isObject, type Json, member } from '../linked-data/json.ts';

/** The `@id` of an object that cannot be stored, for its sender to know it by; null when it has none. */
export function claimedId(object: Json): string | null {
  const id = isObject(object) ? member(object, '@id') : undefined;
  return typeof id === 'string' ? id : null;
}
