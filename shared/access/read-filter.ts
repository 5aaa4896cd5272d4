import type { KeyId } from '../crypto/key-id.ts';
import { parsePublicKey, type ReadKey } from '../crypto/public-key.ts';
import type { JsonObject } from '../linked-data/json.ts';
import { type Caller, isAdmin, keysFor } from './caller.ts';
import { prune } from './nested-nodes.ts';
import { nestedProtection, objectProtection, type Protection } from './protection.ts';

/** What a caller may see of an object. */
export type VisiblePart = {
  /** Null: the object as a whole is hidden, and is to be answered as if it were not there. */
  readonly object: JsonObject | null;
  /** JSON pointers of the nested objects that were taken out; two callers with equal lists see the same. */
  readonly hidden: readonly string[];
};

/**
 * The one read filter (specification: Authentication 5): a node that has readers, or is an EncryptedValue, is for those
 * who proved a key in its own owners or readers, and for admins. Nested nodes are judged by their own lists and taken
 * out of their parent; nothing else is left out. The given object is not changed.
 *
 * @param target the short id of the object
 */
export function visiblePart(
  object: JsonObject,
  caller: Caller,
  target: string | null,
  readKey: ReadKey = parsePublicKey,
): VisiblePart {
  if (isAdmin(caller, target)) return { object, hidden: [] };
  return partForKeys(object, keysFor(caller, target), readKey);
}

/** {@link visiblePart} for whoever proved these keys, and is not admin. */
export function partForKeys(
  object: JsonObject,
  keys: ReadonlySet<KeyId>,
  readKey: ReadKey = parsePublicKey,
): VisiblePart {
  const isHidden = (protection: Protection | null): boolean =>
    protection !== null && !protection.keys.some((key) => keys.has(key));
  if (isHidden(objectProtection(object, readKey))) return { object: null, hidden: [''] };
  const rest = prune(object, (node) => isHidden(nestedProtection(node, readKey)));
  return { object: rest.object, hidden: rest.removed };
}
