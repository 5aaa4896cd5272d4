import type { KeyId } from '../crypto/key-id.ts';
import { type PublicKey, parsePublicKey, type ReadKey } from '../crypto/public-key.ts';
import type { JsonObject } from '../linked-data/json.ts';
import { isEncryptedValue } from './kbac-types.ts';
import { readNestedKeys, readObjectKeys } from './key-lists.ts';
import { forEachNested, pointer } from './nested-nodes.ts';

/** The facts that decide on reading and writing an object: taken from it at write time, never parsed again at read time. */
export type AccessFacts = {
  readonly owners: readonly KeyId[];
  readonly readers: readonly KeyId[];
  /** The object as a whole is hidden from callers that are neither owner nor reader: it has readers or is an EncryptedValue. */
  readonly hidden: boolean;
  /** Some nested object is hidden from some callers: the text must be filtered before it is sent. */
  readonly mixed: boolean;
};

/**
 * The facts of an object, taken once, at write time. Refuses key lists that could not be evaluated later.
 *
 * @throws Problem `invalid-object` or `malformed-key` (400): see `readObjectKeys` and `readNestedKeys`
 */
export function accessFacts(object: JsonObject, readKey: ReadKey = parsePublicKey): AccessFacts {
  const { owners, readers } = readObjectKeys(object, readKey);
  let mixed = false;
  forEachNested(object, (node, path) => {
    const nested = readNestedKeys(node, () => pointer(path), readKey);
    if (nested.readers.length > 0 || isEncryptedValue(node)) mixed = true;
  });
  return { owners: ids(owners), readers: ids(readers), hidden: readers.length > 0 || isEncryptedValue(object), mixed };
}

function ids(keys: readonly PublicKey[]): readonly KeyId[] {
  return [...new Set(keys.map((key) => key.id))];
}
