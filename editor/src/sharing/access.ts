import { createKeyRing, type PublicKey } from '../../../shared/base/crypto/public-key.ts';
import { isEncryptedValue } from '../../../shared/repository/access/kbac-types.ts';
import { OWNER_MEMBERS, READER_MEMBERS, readObjectKeys } from '../../../shared/repository/access/key-lists.ts';
import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { encryptObject } from '../identity/vault.ts';

/** Who may change an object, and who may read it. */
export type Access = {
  /** false: anyone may read it, and it is not encrypted. */
  readonly isPrivate: boolean;
  /** Empty: anyone may change it. */
  readonly owners: readonly PublicKey[];
  /** People besides the owners who may read a private object. */
  readonly readers: readonly PublicKey[];
};

const readKey = createKeyRing();

/** Members with signatures, which become invalid with a change, so that they are removed. */
export const SIGNATURES = ['signature', '@signature', 'signatureSha256', '@signatureSha256'];

/** The access of a stored object. */
export function accessOf(stored: JsonObject): Access {
  const { owners, readers } = readObjectKeys(stored, readKey);
  return { isPrivate: readers.length > 0 || isEncryptedValue(stored), owners, readers };
}

/**
 * The stored form of an object with another access: a private one is encrypted in the form that the client library reads.
 *
 * @param object decrypted
 * @throws RangeError for a private object without owners, which nobody could ever change
 */
export async function withAccess(object: JsonObject, { isPrivate, owners, readers }: Access): Promise<JsonObject> {
  if (isPrivate && owners.length === 0) throw new RangeError('A private object needs an owner.');
  const removed = new Set<string>([...OWNER_MEMBERS, ...READER_MEMBERS, ...SIGNATURES]);
  const plain: JsonObject = Object.fromEntries(Object.entries(object).filter(([name]) => !removed.has(name)));
  if (owners.length > 0) plain['@owner'] = owners.map(({ pem }) => pem);
  if (!isPrivate) return plain;
  if (readers.length > 0) plain['@reader'] = readers.map(({ pem }) => pem);
  return encryptObject(plain, owners, readers);
}
