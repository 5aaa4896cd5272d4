import type { KeyId } from '../crypto/key-id.ts';
import { parsePublicKey, type ReadKey } from '../crypto/public-key.ts';
import type { JsonObject } from '../linked-data/json.ts';
import { forEachNested, prune } from './nested-nodes.ts';
import { nestedProtection } from './protection.ts';

/** The keys that protected objects inside an object name as owners and readers: by these their holders find it. */
export function participants(object: JsonObject, readKey: ReadKey = parsePublicKey): readonly KeyId[] {
  const keys = new Set<KeyId>();
  forEachNested(object, (node) => {
    for (const key of nestedProtection(node, readKey)?.keys ?? []) keys.add(key);
  });
  return [...keys];
}

/**
 * An object without the protected objects inside it, as callers see it that may read the rest and have none of their keys. The given object is not changed.
 */
export function stripProtected(object: JsonObject, readKey: ReadKey = parsePublicKey): JsonObject {
  return prune(object, (node) => nestedProtection(node, readKey) !== null).object;
}
