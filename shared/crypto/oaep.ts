import type { Bytes } from './base64.ts';
import type { PrivateKey } from './private-key.ts';

/** RSAES-OAEP with SHA-1 and MGF1-SHA-1 (RFC 8017 section 7.1): what clients encrypt the keys of EncryptedValues with. */
const OAEP = { name: 'RSA-OAEP', hash: 'SHA-1' };

/** Decrypts a message; null when the ciphertext is for another key, or malformed. Which of the two is not disclosed. */
export async function decryptOaep(key: PrivateKey, ciphertext: Bytes): Promise<Bytes | null> {
  if (ciphertext.length !== key.publicKey.modulus.length) return null;
  try {
    return new Uint8Array(await crypto.subtle.decrypt(OAEP, key.decrypt, ciphertext));
  } catch {
    return null;
  }
}
