import { AES_BLOCK_BYTES, counterAfter, importAesKey } from '../../base/crypto/aes-ctr.ts';
import { type Bytes, encodeBase64 } from '../../base/crypto/base64.ts';
import type { PublicKey } from '../../base/crypto/public-key.ts';
import { randomBytes } from '../../base/crypto/secrets.ts';
import { encodeUtf8, writeUtf8 } from '../../base/crypto/text-encoding.ts';
import type { JsonObject } from '../linked-data/json.ts';

const CONTEXT = 'https://schema.cassproject.org/kbac/0.4';
const OAEP = { name: 'RSA-OAEP', hash: 'SHA-1' };
const KEY_BYTES = 16;

/** Who can decrypt. */
export type Holders = { readonly owners: readonly PublicKey[]; readonly readers: readonly PublicKey[] };

/** Encrypts texts for the same owners and readers. */
export type Sealer = {
  /**
   * The EncryptedValue of a text (specification: EncryptedValue), with a counter of its own. Texts given together, with
   * `Promise.all`, are encrypted by one operation.
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
  const message = encodeUtf8(JSON.stringify({ v: null, s: encodeBase64(key) }));
  const secret = await Promise.all(
    [...owners, ...readers].map(async (holder) => encodeBase64(await encryptOaep(holder, message))),
  );
  const encryptSoon = coalesced((parts: readonly string[]) => encryptAll(encrypt, parts));
  return {
    async seal(text, id) {
      const { counter, payload } = await encryptSoon(toAscii(text));
      return {
        '@context': CONTEXT,
        '@type': 'EncryptedValue',
        '@id': id,
        iv: encodeBase64(counter),
        payload: encodeBase64(payload),
        secret: [...secret],
        owner: owners.map(({ pem }) => pem),
        ...(readers.length > 0 && { reader: readers.map(({ pem }) => pem) }),
      };
    },
  };
}

/**
 * Combines calls that are made without awaiting one another: for short texts, a call to WebCrypto takes longer than the encryption
 * itself.
 */
function coalesced<Item, Result>(all: (items: readonly Item[]) => Promise<readonly Result[]>) {
  let waiting: { readonly item: Item; readonly done: PromiseWithResolvers<Result> }[] = [];
  const flush = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    try {
      const results = await all(batch.map(({ item }) => item));
      for (const [index, result] of results.entries()) batch[index]?.done.resolve(result);
    } catch (error) {
      for (const { done } of batch) done.reject(error);
    }
  };
  return (item: Item): Promise<Result> => {
    if (waiting.length === 0) queueMicrotask(() => void flush());
    const done = Promise.withResolvers<Result>();
    waiting.push({ item, done });
    return done.promise;
  };
}

/**
 * Encrypts ASCII parts in one stream. Each begins at a block of its own, so that it can be decrypted alone with the counter of that
 * block.
 */
async function encryptAll(encrypt: Awaited<ReturnType<typeof importAesKey>>, parts: readonly string[]) {
  const blocks: number[] = [];
  let count = 0;
  for (const { length } of parts) {
    blocks.push(count);
    count += Math.max(1, Math.ceil(length / AES_BLOCK_BYTES));
  }
  const stream = new Uint8Array(count * AES_BLOCK_BYTES);
  for (const [index, part] of parts.entries()) writeUtf8(part, stream, (blocks[index] ?? 0) * AES_BLOCK_BYTES);
  const counter = randomBytes(AES_BLOCK_BYTES);
  const encrypted = await encrypt(counter, stream);
  return parts.map(({ length }, index) => {
    const block = blocks[index] ?? 0;
    const begin = block * AES_BLOCK_BYTES;
    return { counter: counterAfter(counter, block), payload: encrypted.subarray(begin, begin + length) };
  });
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
