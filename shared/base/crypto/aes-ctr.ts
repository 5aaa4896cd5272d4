import type { Bytes } from './base64.ts';

/** Number of bytes that one counter block encrypts, and length of the counter block itself. */
export const AES_BLOCK_BYTES = 16;

/**
 * AES in counter mode with the whole block as counter (NIST SP 800-38A section 6.5): the same call encrypts and decrypts.
 * Not authenticated: a wrong key or an altered text results in other bytes, not in an error.
 *
 * @param key 16 or 32 bytes: AES-128 or AES-256
 * @param counter the initial counter block: 16 bytes; never use one twice with the same key
 * @throws RangeError for other lengths
 */
export async function aesCtr(key: Bytes, counter: Bytes, data: Bytes): Promise<Bytes> {
  return (await importAesKey(key))(counter, data);
}

/** {@link aesCtr} with one key. */
export async function importAesKey(key: Bytes): Promise<(counter: Bytes, data: Bytes) => Promise<Bytes>> {
  if (key.length !== 16 && key.length !== 32) throw new RangeError('An AES key has 16 or 32 bytes.');
  const cryptoKey = await crypto.subtle.importKey('raw', key, 'AES-CTR', false, ['encrypt']);
  return async (counter, data) => {
    if (counter.length !== AES_BLOCK_BYTES) throw new RangeError('A counter block has 16 bytes.');
    return new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CTR', counter, length: 128 }, cryptoKey, data));
  };
}

/** The counter block that many blocks later: a number of 128 bits that wraps around to 0 (SP 800-38A appendix B.1). */
export function counterAfter(counter: Bytes, blocks: number): Bytes {
  const next = new Uint8Array(counter);
  let carry = blocks;
  for (let at = next.length - 1; at >= 0 && carry > 0; at--) {
    const sum = (next[at] ?? 0) + carry;
    next[at] = sum % 256;
    carry = Math.floor(sum / 256);
  }
  return next;
}
