import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { createLimiter, type Limiter } from '../../base/concurrency/limiter.ts';
import { decodeBase64, encodeBase64 } from '../../base/crypto/base64.ts';
import { randomBase64, secretsEqual } from '../../base/crypto/secrets.ts';
import { encodeUtf8 } from '../../base/crypto/text-encoding.ts';
import { Problem } from '../../base/errors/problem.ts';

/** Iterations for new passwords (OWASP Password Storage Cheat Sheet, PBKDF2-HMAC-SHA256). */
export const PASSWORD_ITERATIONS = 600_000;

const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** The stored form of a password, with its parameters, so that they can be raised later. */
export type PasswordHash = {
  readonly scheme: 'PBKDF2-HMAC-SHA-256';
  readonly iterations: number;
  /** Base64 of 16 random bytes, new for every hash. */
  readonly salt: string;
  /** Base64 of 32 bytes. */
  readonly hash: string;
};

/** Hashes a password with a new salt (RFC 8018 section 5.2). */
export async function hashPassword(password: string, iterations = PASSWORD_ITERATIONS): Promise<PasswordHash> {
  const salt = randomBase64(SALT_BYTES);
  const hash = await derive(password, salt, iterations);
  return { scheme: 'PBKDF2-HMAC-SHA-256', iterations, salt, hash };
}

/** A hash that no password matches, and that takes as long to check as a real one. */
export function unmatchableHash(iterations: number): PasswordHash {
  return { scheme: 'PBKDF2-HMAC-SHA-256', iterations, salt: randomBase64(SALT_BYTES), hash: randomBase64(HASH_BYTES) };
}

/**
 * Whether the password has this hash. Takes at least `iterations`, so that the time does not disclose older hashes.
 */
export async function passwordMatches(password: string, stored: PasswordHash, iterations: number): Promise<boolean> {
  const hash = await derive(password, stored.salt, stored.iterations);
  if (stored.iterations < iterations) await derive(password, stored.salt, iterations - stored.iterations);
  return secretsEqual(hash, stored.hash);
}

async function derive(password: string, salt: string, iterations: number): Promise<string> {
  const saltBytes = decodeBase64(salt);
  if (saltBytes === null) throw new Error('The salt of a password is not base64.');
  const key = await crypto.subtle.importKey('raw', encodeUtf8(password), 'PBKDF2', false, ['deriveBits']);
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt: saltBytes, iterations };
  try {
    return encodeBase64(new Uint8Array(await crypto.subtle.deriveBits(parameters, key, HASH_BYTES * 8)));
  } catch (error) {
    // Some runtimes limit iterations to fewer than passwords need today.
    if (!(error instanceof DOMException) || error.name !== 'NotSupportedError') throw error;
    const hash = await pbkdf2Async(sha256, encodeUtf8(password), saltBytes, { c: iterations, dkLen: HASH_BYTES });
    return encodeBase64(Uint8Array.from(hash));
  }
}

/**
 * Maximum number of passwords hashed concurrently in a process. Hashing shares the threads of the runtime (four in Node) with the
 * verification of signatures, which must not wait for it.
 */
const MAX_CONCURRENCY = 2;

/** Maximum number of passwords in the queue. Two are hashed in about half a second, so the last one waits for less than a minute. */
export const MAX_WAITING = 100;

/** Creates the limiter for password hashing. When its queue is full, it throws Problem `overloaded` (503). */
export function createHashing(): Limiter {
  return createLimiter(MAX_CONCURRENCY, {
    maxLength: MAX_WAITING,
    refuse: () => new Problem('overloaded', 'Too many users are logging in: try again later.', { retryAfter: 10 }),
  });
}

const TOKEN_BYTES = 32;
const DIGEST_BYTES = 32;

/** A new login token: base64 of 32 random bytes. */
export function newToken(): string {
  return randomBase64(TOKEN_BYTES);
}

/** The stored form of a token: base64 of its SHA-256. Tokens have enough entropy for a fast hash. */
export function tokenDigest(token: string): string {
  return encodeBase64(sha256(encodeUtf8(token)));
}

/** A digest that no token matches, for use before the first login. */
export function unmatchableDigest(): string {
  return randomBase64(DIGEST_BYTES);
}

/** Whether the token has this digest, in constant time. */
export function tokenMatches(token: string, digest: string): boolean {
  return secretsEqual(tokenDigest(token), digest);
}
