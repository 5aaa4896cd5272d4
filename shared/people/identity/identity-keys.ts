import { bytesToHex } from '@noble/hashes/utils.js';
import { type Bytes, decodeBase64, encodeBase64 } from '../../base/crypto/base64.ts';
import { randomBytes } from '../../base/crypto/secrets.ts';
import { encodeUtf8 } from '../../base/crypto/text-encoding.ts';

/** Length of the nonce (NIST SP 800-38D section 8.2). */
const NONCE_BYTES = 12;

/** Length of the nonce at the beginning of a sealed text: 12 bytes in base64. */
export const NONCE_CHARACTERS = 16;

/** The keys that protect stored identities. They are not extractable from WebCrypto. */
export type IdentityKeys = {
  /** The storage key of a user's identity: HMAC-SHA-256 of the name, so that the store does not contain user names. */
  recordKey(username: string): Promise<string>;
  /**
   * Encrypts and authenticates with AES-256-GCM under a fresh nonce.
   *
   * @param binding additional authenticated data: the same is needed to open the text
   * @returns base64 of nonce, ciphertext and tag
   */
  seal(text: Bytes, binding: string): Promise<string>;
  /**
   * Reverses {@link IdentityKeys.seal}.
   *
   * @throws when the sealed text, the binding or the key differs
   */
  open(sealed: string, binding: string): Promise<Bytes>;
};

/** Derives one key per purpose from the server's secret by HKDF-SHA-256 (RFC 5869). */
export async function createIdentityKeys(secret: string): Promise<IdentityKeys> {
  const root = await crypto.subtle.importKey('raw', encodeUtf8(secret), 'HKDF', false, ['deriveKey']);
  const derivation = (purpose: string) => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: encodeUtf8(purpose),
  });
  const naming = await crypto.subtle.deriveKey(
    derivation('identity: record names'),
    root,
    { name: 'HMAC', hash: 'SHA-256', length: 256 },
    false,
    ['sign'],
  );
  const sealing = await crypto.subtle.deriveKey(
    derivation('identity: stored records'),
    root,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
  return {
    async recordKey(username) {
      const digest = new Uint8Array(await crypto.subtle.sign('HMAC', naming, encodeUtf8(username)));
      return `identity/${bytesToHex(digest)}`;
    },

    async seal(text, binding) {
      const nonce = randomBytes(NONCE_BYTES);
      const algorithm = { name: 'AES-GCM', iv: nonce, additionalData: encodeUtf8(binding) };
      const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, sealing, text));
      return encodeBase64(nonce) + encodeBase64(sealed);
    },

    async open(sealed, binding) {
      const nonce = decodeBase64(sealed.slice(0, NONCE_CHARACTERS));
      const rest = decodeBase64(sealed.slice(NONCE_CHARACTERS));
      if (nonce === null || rest === null) throw new Error('The sealed text is not base64.');
      const algorithm = { name: 'AES-GCM', iv: nonce, additionalData: encodeUtf8(binding) };
      return new Uint8Array(await crypto.subtle.decrypt(algorithm, sealing, rest));
    },
  };
}
