import { type KeyId, type PublicKey, parsePublicKey, type ReadKey } from '../../base/crypto/public-key.ts';
import type { JsonObject } from '../linked-data/json.ts';
import { type Caller, isAdmin, keysFor } from './caller.ts';
import { isEncryptedValue } from './kbac-types.ts';
import { type KeyLists, readNestedKeys, readObjectKeys } from './key-lists.ts';
import { forEachNested, pointer } from './nested-nodes.ts';

/** The facts that decide who may read and write an object: determined when it is written, so that reads need not parse it. */
export type AccessFacts = {
  readonly owners: readonly KeyId[];
  readonly readers: readonly KeyId[];
  /** The object as a whole is hidden from callers that are neither owner nor reader: it has readers or is an EncryptedValue. */
  readonly hidden: boolean;
  /** Some nested object is hidden from some callers: the text must be filtered before it is sent. */
  readonly mixed: boolean;
};

/**
 * The access facts of an object, determined once, when it is written. Refuses key lists that could not be evaluated later.
 *
 * @param inside gets the keys that protected objects inside it name, as `participants` finds them
 * @param lists its own key lists, where they have been read
 * @throws Problem `invalid-object` or `malformed-key` (400): see `readObjectKeys` and `readNestedKeys`
 */
export function accessFacts(
  object: JsonObject,
  readKey: ReadKey = parsePublicKey,
  inside = new Set<KeyId>(),
  { owners, readers }: KeyLists = readObjectKeys(object, readKey),
): AccessFacts {
  let mixed = false;
  forEachNested(object, (node, path) => {
    const nested = readNestedKeys(node, () => pointer(path), readKey);
    if (nested.readers.length === 0 && !isEncryptedValue(node)) return;
    mixed = true;
    for (const { id } of [...nested.owners, ...nested.readers]) inside.add(id);
  });
  return { owners: ids(owners), readers: ids(readers), hidden: readers.length > 0 || isEncryptedValue(object), mixed };
}

function ids(keys: readonly PublicKey[]): readonly KeyId[] {
  return [...new Set(keys.map((key) => key.id))];
}

/** Why a write is allowed: there is no owner, the caller is one, or the caller is an admin, which must be logged. */
type WriteGrant = 'no-owner' | 'owner' | 'admin';

/**
 * Why a read is allowed: the object is public, the caller is owner or reader, or the caller is an admin, which must be
 * logged.
 */
type ReadGrant = 'public' | 'key' | 'admin';

/**
 * By what right a caller may change or delete an object (specification: Authentication 4); null: by none.
 *
 * @param facts of the current version of the object
 * @param target the short id of the object
 */
export function writeGrant(facts: AccessFacts, caller: Caller, target: string): WriteGrant | null {
  if (facts.owners.length === 0) return 'no-owner';
  const keys = keysFor(caller, target);
  if (facts.owners.some((owner) => keys.has(owner))) return 'owner';
  return isAdmin(caller, target) ? 'admin' : null;
}

/**
 * By what right a caller may read an object as a whole (specification: Authentication 5); null: by none. Whether all of
 * it is another matter: see `visiblePart`.
 *
 * @param facts of the version to read
 * @param target the short id of the object
 */
export function readGrant(facts: AccessFacts, caller: Caller, target: string): ReadGrant | null {
  if (!facts.hidden) return 'public';
  const keys = keysFor(caller, target);
  if ([...facts.owners, ...facts.readers].some((key) => keys.has(key))) return 'key';
  return isAdmin(caller, target) ? 'admin' : null;
}

/** Whether a caller may read an object as a whole; see {@link readGrant}. */
export function mayRead(facts: AccessFacts, caller: Caller, target: string): boolean {
  return readGrant(facts, caller, target) !== null;
}
