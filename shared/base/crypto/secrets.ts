import { sha256 } from '@noble/hashes/sha2.js';
import { type Bytes, encodeBase64 } from './base64.ts';
import { encodeUtf8 } from './text-encoding.ts';

/** Minimum length of the server's secrets: shorter ones could be guessed. */
export const MIN_SECRET_CHARACTERS = 32;

/** Whether two secrets are equal, in a time that depends only on the length of `given`, not on where they differ. */
export function secretsEqual(given: string, expected: string): boolean {
  return secretBytesEqual(encodeUtf8(given), encodeUtf8(expected));
}

/** {@link secretsEqual} for bytes. */
export function secretBytesEqual(given: Uint8Array, expected: Uint8Array): boolean {
  const left = sha256(given);
  const right = sha256(expected);
  let difference = 0;
  for (const [i, byte] of left.entries()) difference |= byte ^ (right[i] ?? 0);
  return difference === 0;
}

/** Cryptographically secure random bytes. */
export function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length));
}

/** Cryptographically secure random bytes in base64. @param length in bytes */
export function randomBase64(length: number): string {
  return encodeBase64(randomBytes(length));
}
