import { aesCtr } from '../crypto/aes-ctr.ts';
import { type Bytes, encodeBase64 } from '../crypto/base64.ts';
import type { PublicKey } from '../crypto/public-key.ts';
import { utf8 } from '../crypto/text-encoding.ts';
import type { JsonObject } from '../linked-data/json.ts';

/** Members of an EncryptedValue that are not encrypted. */
export type SealOptions = {
  /** `@id` of the encrypted object, or of the one that the encrypted field belongs to. */
  readonly id: string;
  readonly owners: readonly PublicKey[];
  readonly readers: readonly PublicKey[];
  /** Type and context of an encrypted object; absent for a field. */
  readonly encryptedType?: string;
  readonly encryptedContext?: string;
};

const CONTEXT = 'https://schema.cassproject.org/kbac/0.4';
const OAEP = { name: 'RSA-OAEP', hash: 'SHA-1' };

/**
 * Encrypts a text for owners and readers as the client library does: AES-128 in counter mode under a new key, which is
 * encrypted for each owner and then for each reader.
 *
 * The builds of the client library agree only on ASCII (docs/decisions/0022), so other characters of JSON are written as
 * escapes.
 *
 * @throws RangeError for text beyond ASCII that is not JSON
 */
export async function sealText(text: string, options: SealOptions): Promise<JsonObject> {
  const key = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(16));
  const message = utf8(JSON.stringify({ v: null, s: encodeBase64(key) }));
  const secrets: string[] = [];
  for (const holder of [...options.owners, ...options.readers]) {
    secrets.push(encodeBase64(await encryptOaep(holder, message)));
  }
  return {
    '@context': CONTEXT,
    '@type': 'EncryptedValue',
    '@id': options.id,
    ...(options.encryptedType === undefined ? {} : { encryptedType: options.encryptedType }),
    ...(options.encryptedContext === undefined ? {} : { encryptedContext: options.encryptedContext }),
    iv: encodeBase64(iv),
    payload: encodeBase64(await aesCtr(key, iv, utf8(toAscii(text)))),
    secret: secrets,
    owner: options.owners.map((owner) => owner.pem),
    ...(options.readers.length === 0 ? {} : { reader: options.readers.map((reader) => reader.pem) }),
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
