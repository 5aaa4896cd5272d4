import { mapLimit } from '../../base/concurrency/map-limit.ts';
import type { PrivateKey } from '../../base/crypto/private-key.ts';
import type { ReadKey } from '../../base/crypto/public-key.ts';
import { isObject, type JsonObject, parseJson } from '../linked-data/json.ts';
import { decryptAesKey, parseEncryptedValue } from './encrypted-value.ts';
import { isEncryptedValue } from './kbac-types.ts';
import { forEachNested } from './nested-nodes.ts';

/** Maximum number of concurrent RSA operations. */
const MAX_CONCURRENCY = 4;

/**
 * Adds `decryptedSecret` to every EncryptedValue in an object that one of these keys decrypts, as clients of signed-in users expect:
 * they hold no private key (specification: Authentication 6).
 *
 * @param text of a JSON object, already filtered for the caller
 * @returns the text unchanged when there is nothing to decrypt
 */
export async function addDecryptedSecrets(
  text: string,
  held: readonly PrivateKey[],
  readKey: ReadKey,
): Promise<string> {
  if (!/EncryptedValue/i.test(text)) return text;
  const object = parseJson(text, 'The stored object');
  if (!isObject(object)) return text;
  const encrypted: JsonObject[] = isEncryptedValue(object) ? [object] : [];
  forEachNested(object, (node) => {
    if (isEncryptedValue(node)) encrypted.push(node);
  });
  let found = false;
  await mapLimit(encrypted, MAX_CONCURRENCY, async (node) => {
    const secret = await decryptWithAny(node, held, readKey);
    if (secret === null) return;
    found = true;
    node['decryptedSecret'] = {
      type: 'EncryptedSecret',
      context: 'https://schema.cassproject.org/kbac/0.4',
      secret,
    };
  });
  return found ? JSON.stringify(object) : text;
}

async function decryptWithAny(node: JsonObject, held: readonly PrivateKey[], readKey: ReadKey): Promise<string | null> {
  const value = parseEncryptedValue(node, readKey);
  for (const key of held) {
    const secret = await decryptAesKey(value, key);
    if (secret !== null) return secret;
  }
  return null;
}
