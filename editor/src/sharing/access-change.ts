import type { PublicKey } from '../../../shared/base/crypto/public-key.ts';
import { isEncryptedValue } from '../../../shared/repository/access/kbac-types.ts';
import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { type Access, accessOf } from './access.ts';

/** A person's decision about access: the access that they saw, and the access that they want. */
export type AccessChange = { readonly before: Access; readonly after: Access };

/**
 * The access after a change, where others may have changed it too: only what the person has changed is replaced.
 *
 * @param now the access that the change is applied to
 */
export function changedAccess({ before, after }: AccessChange, now: Access): Access {
  const isPrivate = before.isPrivate === after.isPrivate ? now.isPrivate : after.isPrivate;
  const merged = mergedKeys(before.owners, after.owners, now.owners);
  const owners = isPrivate && merged.length === 0 ? after.owners : merged;
  const readers = without(mergedKeys(before.readers, after.readers, now.readers), owners);
  return { isPrivate, owners, readers: isPrivate ? readers : [] };
}

/** Whether a stored object already has this access, and is encrypted if and only if that is private. */
export function hasAccess(stored: JsonObject, access: Access): boolean {
  return sameAccess({ ...accessOf(stored), isPrivate: isEncryptedValue(stored) }, access);
}

/** Whether both grant the same people the same access. */
export function sameAccess(left: Access, right: Access): boolean {
  return (
    left.isPrivate === right.isPrivate && sameKeys(left.owners, right.owners) && sameKeys(left.readers, right.readers)
  );
}

type Keys = readonly PublicKey[];

function mergedKeys(before: Keys, after: Keys, now: Keys): Keys {
  const kept = without(now, without(before, after));
  return [...kept, ...without(without(after, before), kept)];
}

function without(keys: Keys, removed: Keys): Keys {
  const ids = new Set(removed.map(({ id }) => id));
  return keys.filter(({ id }) => !ids.has(id));
}

function sameKeys(left: Keys, right: Keys): boolean {
  return without(left, right).length === 0 && without(right, left).length === 0;
}
