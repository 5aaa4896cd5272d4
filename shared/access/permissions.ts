import type { AccessFacts } from './access-facts.ts';
import { type Caller, isAdmin, keysFor } from './caller.ts';

/** Why a write is allowed: there is no owner, the caller is one, or the caller is an admin, which is to be logged. */
export type WriteGrant = 'no-owner' | 'owner' | 'admin';

/** Why a read is allowed: the object is public, the caller is owner or reader, or the caller is an admin, which is to be logged. */
export type ReadGrant = 'public' | 'key' | 'admin';

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
 * @param facts of the version that is to be read
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
