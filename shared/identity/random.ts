import { type Bytes, encodeBase64 } from '../crypto/base64.ts';

/** Cryptographically secure random bytes. */
export function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length));
}

/** Cryptographically secure random bytes in base64. @param length in bytes */
export function randomBase64(length: number): string {
  return encodeBase64(randomBytes(length));
}
