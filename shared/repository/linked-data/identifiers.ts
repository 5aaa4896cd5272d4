import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type IdParts, splitId } from './split-id.ts';

/** Ids longer than this are refused. */
export const MAX_ID_LENGTH = 2048;

/** Lowercase hex SHA-256 of the short id: the key of the object in stores. */
export type ObjectKey = string & { readonly brand: 'ObjectKey' };

/** An `@id`, its parts, and the key of the object. */
export type ObjectIdentity = IdParts & { readonly id: string; readonly key: ObjectKey };

/**
 * Reads an `@id` (specification: Common fields, Versioning 2 and 4).
 *
 * A last segment of digits is a version only in ids of a repository's data address; elsewhere it belongs to the id.
 *
 * @param bases this service's own addresses, each ending in `/api/`
 * @throws Problem `invalid-object` (400) for a version that is too large
 */
export function identify(id: string, bases: readonly string[]): ObjectIdentity {
  const parts = splitId(id, bases);
  return { id, ...parts, key: objectKey(parts.shortId) };
}

/** The internal key of the object with this short id. */
export function objectKey(shortId: string): ObjectKey {
  return bytesToHex(sha256(utf8ToBytes(shortId))) as ObjectKey;
}

/** The id of the same object with another version; an id without a version is unchanged. */
export function withVersion(identity: ObjectIdentity, version: number): string {
  return identity.version === null ? identity.id : `${identity.shortId}/${version}`;
}

/** The last segment of the short id. */
export function guidOf(shortId: string): string {
  return shortId.slice(shortId.lastIndexOf('/') + 1);
}
