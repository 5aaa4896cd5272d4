import { sha256 } from '@noble/hashes/sha2.js';
import { encodeBase64 } from '../crypto/base64.ts';
import { secretsEqual } from '../crypto/constant-time.ts';
import { utf8 } from '../crypto/text-encoding.ts';
import { randomBase64 } from './random.ts';

const TOKEN_BYTES = 32;
const DIGEST_BYTES = 32;

/** A new login token: base64 of 32 random bytes. */
export function newToken(): string {
  return randomBase64(TOKEN_BYTES);
}

/** The stored form of a token: base64 of its SHA-256. Tokens have enough entropy for a fast hash. */
export function tokenDigest(token: string): string {
  return encodeBase64(sha256(utf8(token)));
}

/** A digest that no token has, for before the first login. */
export function unmatchableDigest(): string {
  return randomBase64(DIGEST_BYTES);
}

/** Whether the token has this digest, in constant time. */
export function tokenMatches(token: string, digest: string): boolean {
  return secretsEqual(tokenDigest(token), digest);
}
