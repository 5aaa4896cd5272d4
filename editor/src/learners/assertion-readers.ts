import type { PrivateKey } from '../../../shared/base/crypto/private-key.ts';
import { createKeyRing, type PublicKey } from '../../../shared/base/crypto/public-key.ts';
import { createSealer, type Sealer } from '../../../shared/repository/access/encrypt-value.ts';
import { isEncryptedValue } from '../../../shared/repository/access/kbac-types.ts';
import { OWNER_MEMBERS, READER_MEMBERS, readObjectKeys } from '../../../shared/repository/access/key-lists.ts';
import { isObject, type Json, type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { createVault, decryptText, encryptObject } from '../identity/vault.ts';
import { SIGNATURES } from '../sharing/access.ts';
import { writeEvidence } from './evidence.ts';

/** Who may read an assertion from now on, and who no longer. */
export type ReaderChange = { readonly added: readonly PublicKey[]; readonly removed: readonly PublicKey[] };

type Keys = readonly PublicKey[];

const readKey = createKeyRing();

/**
 * An assertion with other readers: its encrypted parts are encrypted again, under new keys. Evidence that is hidden from some who read the
 * assertion is hidden from new readers too. An assertion that anyone may read stays so; only its parts change.
 *
 * @param keys of the person, who owns the assertion
 * @returns null if a part that has to change cannot be decrypted
 */
export async function withReaders(
  stored: JsonObject,
  change: ReaderChange,
  keys: readonly PrivateKey[],
): Promise<JsonObject | null> {
  if (isEncryptedValue(stored)) {
    const opened = await createVault(() => keys).open(stored);
    const inner = opened === null ? null : await withReaders(opened, change, keys);
    if (inner === null) return null;
    const { owners, readers } = readObjectKeys(stored, readKey);
    return encryptObject(inner, owners, changed(readers, owners, change));
  }
  const { owners, readers } = readObjectKeys(stored, readKey);
  const holders = [...owners, ...readers];
  const sealers = new Map<string, Promise<Sealer>>();
  const id = String(member(stored, '@id'));

  /** @returns null if it cannot be decrypted */
  async function reseal(value: JsonObject, isEvidence: boolean): Promise<JsonObject | null> {
    const of = readObjectKeys(value, readKey);
    const isForAll = holders.every((one) => includes([...of.owners, ...of.readers], one));
    const added = isEvidence && !isForAll ? [] : change.added;
    const next = changed(of.readers, of.owners, { ...change, added });
    if (sameKeys(next, of.readers)) return value;
    const text = await decryptText(value, keys, readKey);
    if (text === null) return null;
    const group = [...of.owners, '/', ...next].map((one) => (typeof one === 'string' ? one : one.id)).join(' ');
    const sealer = sealers.get(group) ?? createSealer({ owners: of.owners, readers: next });
    sealers.set(group, sealer);
    return sealText(await sealer, text, id);
  }

  const result: JsonObject = {};
  for (const [name, value] of Object.entries(stored)) {
    if (SIGNATURES.includes(name) || [...OWNER_MEMBERS, ...READER_MEMBERS].some((list) => list === name)) continue;
    const parts: readonly Json[] = Array.isArray(value) ? value : [value];
    const next = await Promise.all(
      parts.map((part) => (isObject(part) && isEncryptedValue(part) ? reseal(part, name === 'evidence') : part)),
    );
    if (next.some((part, index) => part === null && parts[index] !== null)) return null;
    result[name] = Array.isArray(value) ? next : (next[0] ?? null);
  }
  if (owners.length > 0) result['@owner'] = owners.map(({ pem }) => pem);
  const next = readersAfter(readers, owners, change);
  if (next.length > 0) result['@reader'] = next.map(({ pem }) => pem);
  return result;
}

/** The readers of a whole assertion: never none after some, since anyone could then read it. */
function readersAfter(readers: Keys, owners: Keys, change: ReaderChange): Keys {
  if (readers.length === 0) return [];
  const next = changed(readers, owners, change);
  return next.length === 0 ? owners : next;
}

/** A text of another program beyond ASCII, which no build of the client library agrees on, is written as evidence is. */
async function sealText(sealer: Sealer, text: string, id: string): Promise<JsonObject> {
  try {
    return await sealer.seal(text, id);
  } catch (error) {
    if (error instanceof RangeError) return sealer.seal(writeEvidence({ kind: 'text', text }), id);
    throw error;
  }
}

function changed(readers: Keys, owners: Keys, { added, removed }: ReaderChange): Keys {
  const kept = readers.filter((one) => !includes(removed, one));
  return [...kept, ...added.filter((one) => !includes([...kept, ...owners], one))];
}

function includes(keys: Keys, key: PublicKey): boolean {
  return keys.some(({ id }) => id === key.id);
}

function sameKeys(left: Keys, right: Keys): boolean {
  return left.length === right.length && left.every((one) => includes(right, one));
}
