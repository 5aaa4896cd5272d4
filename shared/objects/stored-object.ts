import { isObject, type JsonObject, parseJson } from '../linked-data/json.ts';
import type { StoredVersion } from '../store/object-store.ts';

/** A stored version, parsed. @throws Error when the stored text is not a JSON object */
export function storedObject({ key, text }: Pick<StoredVersion, 'key' | 'text'>): JsonObject {
  const value = parseJson(text, 'The stored object');
  if (!isObject(value)) throw new Error(`The store holds no JSON object under ${key}.`);
  return value;
}
