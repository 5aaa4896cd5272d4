import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import { type Bytes, decodeBase64, encodeBase64 } from '../../base/crypto/base64.ts';
import { randomBytes } from '../../base/crypto/secrets.ts';
import { encodeUtf8, fromUtf8 } from '../../base/crypto/text-encoding.ts';
import type { KeyValueEntry, KeyValueStore, ListedKey } from '../store/key-value-store.ts';
import { MASTER_KEY } from './secret-names.ts';
import type { SecretStore } from './secret-store.ts';

/** Keys that the data keys of sealed secrets are encrypted with: the first encrypts, all of them decrypt. */
export type MasterKeys = readonly [MasterKey, ...MasterKey[]];

type MasterKey = { readonly id: string; readonly key: CryptoKey };

/** A sealed secret: the text encrypted with a data key of its own, and the data key encrypted with a master key. */
const SEALED = z.object({ masterKey: z.string(), dataKey: z.string(), text: z.string() });

type Sealed = z.infer<typeof SEALED>;

const PREFIX = 'user-key/';
const PAGE_SIZE = 100;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;

/**
 * Loads the master keys: base64 of 32 random bytes each, the newest first, separated by commas or white space. The first is generated
 * when there is none and the store can keep it.
 *
 * @throws Error when the secret is anything else
 */
export async function loadMasterKeys(secrets: SecretStore): Promise<MasterKeys> {
  const text = await secrets.secret(MASTER_KEY, async () => encodeBase64(randomBytes(KEY_BYTES)));
  const [first, ...former] = await Promise.all(
    text
      .trim()
      .split(/[\s,]+/)
      .map(parseMasterKey),
  );
  if (first === undefined) throw new Error('The secret masterKey is empty.');
  return [first, ...former];
}

async function parseMasterKey(text: string): Promise<MasterKey> {
  const bytes = decodeBase64(text);
  if (bytes?.length !== KEY_BYTES) throw new Error('The secret masterKey must be 32 bytes in base64.');
  const id = bytesToHex(sha256(bytes)).slice(0, 16);
  return { id, key: await importAesKey(bytes) };
}

/**
 * Secrets that all instances share through their store, encrypted with AES-256-GCM under a master key that the store does not have. An
 * entry cannot be read under another name. Processes that create the same secret at once all get the one that is stored first.
 *
 * `secret` throws Error when an entry was sealed with a master key that is not among these.
 */
export function createSealedSecrets(keyValues: KeyValueStore, masterKeys: MasterKeys): SecretStore {
  return {
    async secret(name, create) {
      const key = keyOf(name);
      const kept = await keyValues.get(key);
      if (kept !== null) return open(kept, key, masterKeys);
      const text = await create();
      const written = await keyValues.set(key, await seal(text, key, masterKeys), { expected: null });
      if (written !== null) return text;
      const winner = await keyValues.get(key);
      if (winner === null) throw new Error(`The secret ${name} disappeared while it was created.`);
      return open(winner, key, masterKeys);
    },
  };
}

/** Removes a sealed secret, if there is one. */
export async function removeSealedSecret(keyValues: Pick<KeyValueStore, 'delete'>, name: string): Promise<void> {
  await keyValues.delete(keyOf(name));
}

/**
 * Encrypts the data keys of all sealed secrets with the newest master key, so that the former ones can be removed. May be repeated, and
 * run while instances serve.
 *
 * @returns how many were encrypted again, and how many there are
 */
export async function resealSecrets(
  keyValues: KeyValueStore,
  masterKeys: MasterKeys,
): Promise<{ readonly resealed: number; readonly total: number }> {
  const [newest] = masterKeys;
  let [resealed, total] = [0, 0];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<KeyValueStore['list']>> = await keyValues.list(PREFIX, cursor, PAGE_SIZE);
    for (const entry of page.entries) {
      total++;
      const sealed = parseSealed(entry);
      if (sealed.masterKey === newest.id) continue;
      const dataKey = await openDataKey(sealed, entry.key, masterKeys);
      const again = await sealWith(newest, dataKey, sealed.text, entry.key);
      if ((await keyValues.set(entry.key, again, { expected: entry.revision })) !== null) resealed++;
    }
    cursor = page.next;
  } while (cursor !== null);
  return { resealed, total };
}

function keyOf(name: string): ListedKey {
  return `${PREFIX}${name}`;
}

async function seal(text: string, name: string, [newest]: MasterKeys): Promise<string> {
  const dataKey = randomBytes(KEY_BYTES);
  return sealWith(newest, dataKey, await encrypt(await importAesKey(dataKey), encodeUtf8(text), name), name);
}

async function sealWith({ id, key }: MasterKey, dataKey: Bytes, text: string, name: string): Promise<string> {
  const sealed: Sealed = { masterKey: id, dataKey: await encrypt(key, dataKey, name), text };
  return JSON.stringify(sealed);
}

async function open(entry: KeyValueEntry, name: string, masterKeys: MasterKeys): Promise<string> {
  const sealed = parseSealed(entry);
  const dataKey = await openDataKey(sealed, name, masterKeys);
  const text = fromUtf8(await decrypt(await importAesKey(dataKey), sealed.text, name));
  if (text === null) throw new Error('A sealed secret is not text.');
  return text;
}

function parseSealed({ value }: KeyValueEntry): Sealed {
  return SEALED.parse(JSON.parse(value));
}

async function openDataKey({ masterKey, dataKey }: Sealed, name: string, masterKeys: MasterKeys): Promise<Bytes> {
  const found = masterKeys.find(({ id }) => id === masterKey);
  if (found === undefined) {
    throw new Error(`The secret masterKey lacks the key ${masterKey}: give all instances the same one.`);
  }
  return decrypt(found.key, dataKey, name);
}

/** AES-256-GCM with the nonce in front, in base64. @param name authenticated with the data */
async function encrypt(key: CryptoKey, data: Bytes, name: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES);
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData: encodeUtf8(name) },
    key,
    data,
  );
  const bytes = new Uint8Array(NONCE_BYTES + sealed.byteLength);
  bytes.set(nonce);
  bytes.set(new Uint8Array(sealed), NONCE_BYTES);
  return encodeBase64(bytes);
}

async function decrypt(key: CryptoKey, text: string, name: string): Promise<Bytes> {
  const bytes = decodeBase64(text);
  if (bytes === null) throw new Error('A sealed secret is not base64.');
  const parameters = { name: 'AES-GCM', iv: bytes.slice(0, NONCE_BYTES), additionalData: encodeUtf8(name) };
  return new Uint8Array(await crypto.subtle.decrypt(parameters, key, bytes.slice(NONCE_BYTES)));
}

function importAesKey(bytes: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}
