import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { decodeBase64, encodeBase64 } from '../crypto/base64.ts';
import { secretsEqual } from '../crypto/constant-time.ts';
import { utf8 } from '../crypto/text-encoding.ts';
import { Problem } from '../errors/problem.ts';
import { createLine, type Line } from '../timing/line.ts';
import { randomBase64 } from './random.ts';

/** Iterations for new passwords (OWASP Password Storage Cheat Sheet, PBKDF2-HMAC-SHA256). */
export const PASSWORD_ITERATIONS = 600_000;

const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** What is kept of a password, with the parameters it was made with, so that those can be raised later. */
export type PasswordHash = {
  readonly scheme: 'PBKDF2-HMAC-SHA-256';
  readonly iterations: number;
  /** Base64 of 16 random bytes, fresh for every hash. */
  readonly salt: string;
  /** Base64 of 32 bytes. */
  readonly hash: string;
};

/** Hashes a password under a fresh salt (RFC 8018 section 5.2). */
export async function hashPassword(password: string, iterations = PASSWORD_ITERATIONS): Promise<PasswordHash> {
  const salt = randomBase64(SALT_BYTES);
  const hash = await derive(password, salt, iterations);
  return { scheme: 'PBKDF2-HMAC-SHA-256', iterations, salt, hash };
}

/** A hash that no password has: checking against it costs what a real one costs. */
export function unmatchableHash(iterations: number): PasswordHash {
  return { scheme: 'PBKDF2-HMAC-SHA-256', iterations, salt: randomBase64(SALT_BYTES), hash: randomBase64(HASH_BYTES) };
}

/**
 * Whether this is the password. Costs at least `iterations` whatever the hash was made with, so that the time taken
 * does not tell old hashes from new ones.
 */
export async function passwordMatches(password: string, stored: PasswordHash, iterations: number): Promise<boolean> {
  const hash = await derive(password, stored.salt, stored.iterations);
  if (stored.iterations < iterations) await derive(password, stored.salt, iterations - stored.iterations);
  return secretsEqual(hash, stored.hash);
}

async function derive(password: string, salt: string, iterations: number): Promise<string> {
  const saltBytes = decodeBase64(salt);
  if (saltBytes === null) throw new Error('The salt of a password is not base64.');
  const key = await crypto.subtle.importKey('raw', utf8(password), 'PBKDF2', false, ['deriveBits']);
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt: saltBytes, iterations };
  try {
    return encodeBase64(new Uint8Array(await crypto.subtle.deriveBits(parameters, key, HASH_BYTES * 8)));
  } catch (error) {
    // Some runtimes have a limit of iterations that is below what passwords need today.
    if (!(error instanceof DOMException) || error.name !== 'NotSupportedError') throw error;
    const hash = await pbkdf2Async(sha256, utf8(password), saltBytes, { c: iterations, dkLen: HASH_BYTES });
    return encodeBase64(Uint8Array.from(hash));
  }
}

/**
 * Passwords hashed at once in a process: they share the threads of the runtime (four, on Node) with the checks of signatures,
 * which must not wait behind them.
 */
const MAX_HASHING = 2;

/** Passwords that may wait. Two are hashed in about half a second: the last of them waits for less than a minute. */
export const MAX_WAITING = 100;

/** Limits how many passwords are hashed at once; whoever would wait too long is refused with Problem `overloaded` (503). */
export function createHashing(): Line {
  return createLine(MAX_HASHING, {
    maxWaiting: MAX_WAITING,
    refuse: () => new Problem('overloaded', 'Too many users are logging in: try again later.', { retryAfter: 10 }),
  });
}
