import type { Bytes } from './base64.ts';
import type { PrivateKey } from './private-key.ts';
import type { PublicKey } from './public-key.ts';

/** RSAES-OAEP with SHA-1 and MGF1-SHA-1 (RFC 8017 section 7.1): what clients encrypt the keys of EncryptedValues with. */
const OAEP = { name: 'RSA-OAEP', hash: 'SHA-1' };

/**
 * Encrypts a short message for the holder of a key.
 *
 * @throws Error when the message is longer than the modulus less 42 bytes
 */
export async function encryptOaep(key: PublicKey, message: Bytes): Promise<Bytes> {
  const cryptoKey = await crypto.subtle.importKey('spki', key.spki, OAEP, false, ['encrypt']);
  return new Uint8Array(await crypto.subtle.encrypt(OAEP, cryptoKey, message));
}

/** The message, or null when the ciphertext was not made for this key or not made this way: which of the two stays unsaid. */
export async function decryptOaep(key: PrivateKey, ciphertext: Bytes): Promise<Bytes | null> {
  if (ciphertext.length !== key.publicKey.modulus.length) return null;
  try {
    return new Uint8Array(await crypto.subtle.decrypt(OAEP, key.decrypt, ciphertext));
  } catch {
    return null;
  }
}
