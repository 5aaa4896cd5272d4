import { aesCtr } from '../../../shared/base/crypto/aes-ctr.ts';
import { decodeBase64 } from '../../../shared/base/crypto/base64.ts';
import type { PrivateKey } from '../../../shared/base/crypto/private-key.ts';
import { createKeyRing, type PublicKey, type ReadKey } from '../../../shared/base/crypto/public-key.ts';
import { fromClientUtf8 } from '../../../shared/base/crypto/text-encoding.ts';
import { createSealer } from '../../../shared/repository/access/encrypt-value.ts';
import {
  decryptWithSecret,
  parseEncryptedValue,
  secretsToTry,
} from '../../../shared/repository/access/encrypted-value.ts';
import { isEncryptedValue } from '../../../shared/repository/access/kbac-types.ts';
import { readObjectKeys } from '../../../shared/repository/access/key-lists.ts';
import {
  isObject,
  type Json,
  type JsonObject,
  member,
  parseJson,
} from '../../../shared/repository/linked-data/json.ts';
import type { Vault } from '../outline/load.ts';

/** Maximum number of nested encryptions; values with more stay encrypted. */
const MAX_LAYERS = 4;

/** By type, the member that stays readable in an encrypted object: it leads from a framework to what is stored about it. */
const LINKS: ReadonlyMap<string, string> = new Map([
  ['CreativeWork', 'exampleOfWork'],
  ['Comment', 'isBasedOn'],
]);

/** Decrypts with the person's keys, and encrypts in the form that the client library reads. */
export function createVault(keys: () => readonly PrivateKey[]): Vault {
  const readKey = createKeyRing();
  return {
    async open(object) {
      let opened = object;
      for (let layer = 0; isEncryptedValue(opened) && layer < MAX_LAYERS; layer++) {
        const text = await decryptText(opened, keys(), readKey);
        const value: Json = text === null ? null : parseJson(text, 'The decrypted object');
        if (!isObject(value)) return null;
        opened = value;
      }
      return isEncryptedValue(opened) ? null : opened;
    },
    async seal(object, like) {
      if (!isEncryptedValue(like)) return object;
      const { owners, readers } = readObjectKeys(like, readKey);
      return encryptObject(object, owners, readers);
    },
  };
}

/**
 * The object as an EncryptedValue (specification: EncryptedValue) that only these keys can decrypt.
 *
 * @param owners of the result, who may also change it
 */
export async function encryptObject(
  object: JsonObject,
  owners: readonly PublicKey[],
  readers: readonly PublicKey[],
): Promise<JsonObject> {
  const sealer = await createSealer({ owners, readers });
  const sealed = await sealer.seal(JSON.stringify(object), String(member(object, '@id')));
  const [type, context] = [member(object, '@type'), member(object, '@context')];
  const link = typeof type === 'string' ? LINKS.get(type) : undefined;
  const target = link === undefined ? undefined : member(object, link);
  return {
    ...sealed,
    ...(link !== undefined && target !== undefined && { [link]: target }),
    ...(type !== undefined && { encryptedType: type }),
    ...(context !== undefined && { encryptedContext: context }),
  };
}

/** The text of an EncryptedValue; null when none of the keys decrypts it. */
export async function decryptText(
  value: JsonObject,
  keys: readonly PrivateKey[],
  readKey: ReadKey,
): Promise<string | null> {
  const encrypted = parseEncryptedValue(value, readKey);
  const opened = await decryptOpened(value);
  if (opened !== null) return opened;
  for (const key of keys) {
    for (const secret of secretsToTry(encrypted, key.publicKey.id)) {
      const decrypted = await decryptWithSecret(secret, encrypted, key);
      if (decrypted.ok) return decrypted.text;
    }
  }
  return null;
}

/** The text of a value that is encrypted for the account of the organization: the service, which holds its key, adds the secret. */
async function decryptOpened(value: JsonObject): Promise<string | null> {
  const opened = member(value, 'decryptedSecret');
  if (!isObject(opened)) return null;
  const [key, counter, payload] = [opened['secret'], value['iv'] ?? opened['iv'], value['payload']].map((text) =>
    typeof text === 'string' ? decodeBase64(text) : null,
  );
  if (!key || !counter || !payload) return null;
  return fromClientUtf8(await aesCtr(key, counter.slice(0, 16), payload));
}
