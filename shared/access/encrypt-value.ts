import { importAesKey } from '../crypto/aes-ctr.ts';
import { type Bytes, encodeBase64 } from '../crypto/base64.ts';
import type { PublicKey } from '../crypto/public-key.ts';
import { randomBytes } from '../crypto/secrets.ts';
import { utf8 } from '../crypto/text-encoding.ts';
import type { JsonObject } from '../linked-data/json.ts';

const CONTEXT = 'https://schema.cassproject.org/kbac/0.4';
const OAEP = { name: 'RSA-OAEP', hash: 'SHA-1' };
const KEY_BYTES = 16;
const COUNTER_BYTES = 16;

/** Who can decrypt. */
export type Holders = { readonly owners: readonly PublicKey[]; readonly readers: readonly PublicKey[] };

/** Encrypts texts for the same owners and readers. */
export type Sealer = {
  /**
   * The EncryptedValue of a text (specification: EncryptedValue), under a new counter.
   *
   * @param id `@id` of the encrypted object, or of the one that the encrypted field belongs to
   * @throws RangeError for text beyond ASCII that is not JSON
   */
  readonly seal: (text: string, id: string) => Promise<JsonObject>;
};

/**
 * Encrypts as the client library does: AES-128 in counter mode, under a new key, which is encrypted for each owner and then for each
 * reader. The RSA operations are done once.
 *
 * The builds of the client library agree only on ASCII (docs/decisions/0022), so other characters of JSON are written as escapes.
 */
export async function createSealer({ owners, readers }: Holders): Promise<Sealer> {
  const key = randomBytes(KEY_BYTES);
  const encrypt = await importAesKey(key);
  const message = utf8(JSON.stringify({ v: null, s: encodeBase64(key) }));
  const secret = await Promise.all(
    [...owners, ...readers].map(async (holder) => encodeBase64(await encryptOaep(holder, message))),
  );
  return {
    async seal(text, id) {
      const counter = randomBytes(COUNTER_BYTES);
      return {
        ...{ '@context': CONTEXT, '@type': 'EncryptedValue', '@id': id },
        iv: encodeBase64(counter),
        payload: encodeBase64(await encrypt(counter, utf8(toAscii(text)))),
        secret: [...secret],
        owner: owners.map(({ pem }) => pem),
        ...(readers.length > 0 && { reader: readers.map(({ pem }) => pem) }),
      };
    },
  };
}

/** Encrypts a message of at most the modulus less 42 bytes (RFC 8017 section 7.1). */
async function encryptOaep(key: PublicKey, message: Bytes): Promise<Bytes> {
  const cryptoKey = await crypto.subtle.importKey('spki', key.spki, OAEP, false, ['encrypt']);
  return new Uint8Array(await crypto.subtle.encrypt(OAEP, cryptoKey, message));
}

function toAscii(text: string): string {
  const beyondAscii = /[\u0080-\uffff]/g;
  if (text.search(beyondAscii) === -1) return text;
  if (!isJson(text)) throw new RangeError('Text beyond ASCII can be sealed in JSON only.');
  return text.replace(beyondAscii, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
