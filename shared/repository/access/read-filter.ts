import { type KeyId, parsePublicKey, type ReadKey } from '../../base/crypto/public-key.ts';
import { type Json, type JsonObject, member } from '../linked-data/json.ts';
import { type Caller, isAdmin, keysFor } from './caller.ts';
import { isEncryptedValue } from './kbac-types.ts';
import { OWNER_MEMBERS, pemTexts, READER_MEMBERS } from './key-lists.ts';
import { forEachNested, pointer, prune } from './nested-nodes.ts';

/** Hides a node from all except the holders of these keys and admins. */
type Protection = { readonly keys: readonly KeyId[] };

/**
 * The keys that may read a whole object; null: all callers may (specification: Authentication 5). Never throws: entries of a
 * reader list hide the object even if they are not keys.
 */
function objectProtection(object: JsonObject, readKey: ReadKey = parsePublicKey): Protection | null {
  const hidden = READER_MEMBERS.some((name) => !isEmpty(member(object, name)));
  return hidden || isEncryptedValue(object) ? protection(object, readKey) : null;
}

/** {@link objectProtection} of an object inside another, where only texts that look like PEM make a reader list. */
function nestedProtection(node: JsonObject, readKey: ReadKey = parsePublicKey): Protection | null {
  return isProtectedNode(node) ? protection(node, readKey) : null;
}

function isProtectedNode(node: JsonObject): boolean {
  return isEncryptedValue(node) || READER_MEMBERS.some((name) => pemTexts(member(node, name)).length > 0);
}

function protection(node: JsonObject, readKey: ReadKey): Protection {
  const keys = new Set<KeyId>();
  for (const name of [...OWNER_MEMBERS, ...READER_MEMBERS]) {
    for (const pem of pemTexts(member(node, name))) {
      const id = keyId(pem, readKey);
      if (id !== null) keys.add(id);
    }
  }
  return { keys: [...keys] };
}

function keyId(pem: string, readKey: ReadKey): KeyId | null {
  try {
    return readKey(pem).id;
  } catch {
    return null; // not a key
  }
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** The parts of an object that a caller may see. */
type VisiblePart = {
  /** Null: the object as a whole is hidden, and the answer must be the same as for an absent object. */
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

/** {@link visiblePart} for a caller that proved these keys and is not an admin. */
export function partForKeys(
  object: JsonObject,
  keys: ReadonlySet<KeyId>,
  readKey: ReadKey = parsePublicKey,
): VisiblePart {
  const isHidden = (protection: Protection | null): boolean =>
    protection !== null && !protection.keys.some((key) => keys.has(key));
  if (isHidden(objectProtection(object, readKey))) return { object: null, hidden: [''] };
  const hidden: string[] = [];
  const rest = prune(object, (node, path) => {
    const isRemoved = isHidden(nestedProtection(node, readKey));
    if (isRemoved) hidden.push(pointer(path));
    return isRemoved;
  });
  return { object: rest, hidden };
}

/** The keys that protected objects inside an object name as owners and readers: by these their holders find it. */
export function participants(object: JsonObject, readKey: ReadKey = parsePublicKey): readonly KeyId[] {
  const keys = new Set<KeyId>();
  forEachNested(object, (node) => {
    for (const key of nestedProtection(node, readKey)?.keys ?? []) keys.add(key);
  });
  return [...keys];
}

/**
 * An object without the protected objects inside it: what callers see that may read the rest and have none of their keys. The given
 * object is not changed.
 */
export function stripProtected(object: JsonObject): JsonObject {
  return prune(object, isProtectedNode);
}
