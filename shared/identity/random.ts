import { type Bytes, encodeBase64 } from '../crypto/base64.ts';

/** Unpredictable bytes from the platform's generator. */
export function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length));
}

/** Base64 of so many unpredictable bytes. */
export function randomBase64(length: number): string {
  return encodeBase64(randomBytes(length));
}
