import type { Bytes } from '../../../shared/base/crypto/base64.ts';
import { randomBytes } from '../../../shared/base/crypto/secrets.ts';
import { encodeUtf8 } from '../../../shared/base/crypto/text-encoding.ts';

/** Iterations for newly encrypted content (OWASP Password Storage Cheat Sheet, PBKDF2-HMAC-SHA256). */
export const ITERATIONS = 600_000;

/** Encrypted content, with what is needed besides the passphrase to decrypt it. */
export type Sealed = {
  readonly iterations: number;
  /** 16 bytes. */
  readonly salt: Bytes;
  /** 12 bytes. */
  readonly iv: Bytes;
  readonly ciphertext: Bytes;
};

/** Encrypts by AES-GCM with a key derived from the passphrase by PBKDF2. */
export async function sealWithPassphrase(content: Bytes, passphrase: string): Promise<Sealed> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const key = await deriveKey(passphrase, salt, ITERATIONS);
  const ciphertext = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, content));
  return { iterations: ITERATIONS, salt, iv, ciphertext };
}

/** The content; null for a wrong passphrase, or if the data was altered. */
export async function openWithPassphrase(sealed: Sealed, passphrase: string): Promise<Bytes | null> {
  const { iterations, salt, iv, ciphertext } = sealed;
  const key = await deriveKey(passphrase, salt, iterations);
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, ciphertext));
  } catch {
    return null;
  }
}

async function deriveKey(passphrase: string, salt: Bytes, iterations: number): Promise<CryptoKey> {
  const secret = encodeUtf8(passphrase.normalize('NFC'));
  const material = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveKey']);
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
  return crypto.subtle.deriveKey(parameters, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
