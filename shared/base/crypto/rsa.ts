import { LRUCache } from 'lru-cache';
import { type Bytes, encodeBase64 } from './base64.ts';
import type { PrivateKey } from './private-key.ts';
import type { PublicKey } from './public-key.ts';
import { signingBytes } from './text-encoding.ts';

/** Digests in signatures of objects and sheets. SHA-1 only for clients that still use it. */
export type SignatureHash = 'SHA-256' | 'SHA-1';

/** Verifies signatures. */
export type SignatureVerifier = {
  /**
   * Whether this is the key's RSASSA-PKCS1-v1_5 signature of the bytes (RFC 8017 section 8.2.2): as long as
   * the modulus and below it, so that a signature has one encoding. Returns false for malformed input.
   */
  verify(key: PublicKey, signature: Bytes, bytes: Bytes, hash: SignatureHash): Promise<boolean>;
};

/** The RSA operation of a platform: may accept signatures that are not below the modulus, and throw for malformed input. */
export type RsaVerification = (
  key: PublicKey,
  signature: Bytes,
  bytes: Bytes,
  hash: SignatureHash,
) => boolean | Promise<boolean>;

export function createSignatureVerifier(verifyRsa: RsaVerification = createWebCryptoVerification()): SignatureVerifier {
  return {
    async verify(key, signature, bytes, hash) {
      if (!isBelow(signature, key.modulus)) return false;
      try {
        return await verifyRsa(key, signature, bytes, hash);
      } catch {
        return false; // the runtime refuses a key or signature of this shape
      }
    },
  };
}

/** Maximum number of cached keys: importing a key takes longer than verifying a signature. */
const MAX_IMPORTED_KEYS = 1000;

/** The RSA operation of WebCrypto, with a cache of imported keys. */
export function createWebCryptoVerification(): RsaVerification {
  const imported = new LRUCache<string, CryptoKey>({ max: MAX_IMPORTED_KEYS });

  async function importKey(key: PublicKey, hash: SignatureHash): Promise<CryptoKey> {
    const name = `${hash} ${key.id}`;
    const known = imported.get(name);
    if (known !== undefined) return known;
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash };
    const cryptoKey = await crypto.subtle.importKey('spki', key.spki, algorithm, false, ['verify']);
    imported.set(name, cryptoKey);
    return cryptoKey;
  }

  return async (key, signature, bytes, hash) =>
    crypto.subtle.verify('RSASSA-PKCS1-v1_5', await importKey(key, hash), signature, bytes);
}

/**
 * Signs text (RSASSA-PKCS1-v1_5) as clients that run on WebCrypto do.
 *
 * @returns the signature in base64
 */
export async function sign(key: PrivateKey, text: string, hash: SignatureHash): Promise<string> {
  const signingKey = hash === 'SHA-256' ? key.signSha256 : key.signSha1;
  return encodeBase64(new Uint8Array(await crypto.subtle.sign('RSASSA-PKCS1-v1_5', signingKey, signingBytes(text))));
}

/** Whether the signature is as long as the modulus and, as a number, less (RFC 8017 sections 8.2.2 and 5.2.2). */
function isBelow(signature: Uint8Array, modulus: Uint8Array): boolean {
  if (signature.length !== modulus.length) return false;
  for (const [i, byte] of modulus.entries()) {
    const difference = (signature[i] ?? 0) - byte;
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** RSAES-OAEP with SHA-1 and MGF1-SHA-1 (RFC 8017 section 7.1), with which clients encrypt the keys of EncryptedValues. */
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
