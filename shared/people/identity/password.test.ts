import { pbkdf2Sync } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { hashPassword, passwordMatches, unmatchableHash } from './password.ts';

afterEach(() => vi.restoreAllMocks());

test('J11 passwords are hashed with PBKDF2-HMAC-SHA-256, 600,000 iterations, as node:crypto computes it', async () => {
  const made = await hashPassword('pässword');
  expect(made).toMatchObject({ scheme: 'PBKDF2-HMAC-SHA-256', iterations: 600_000 });
  const salt = Buffer.from(made.salt, 'base64');
  expect(salt.length).toBe(16);
  expect(made.hash).toBe(pbkdf2Sync('pässword', salt, 600_000, 32, 'sha256').toString('base64'));
});

test('J11 every hash has a different salt', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => hashPassword('same', 1000)));
  expect(new Set(made.map((one) => one.salt)).size).toBe(8);
  expect(new Set(made.map((one) => one.hash)).size).toBe(8);
});

test('a password matches its own hash only, even if it was made with other iterations', async () => {
  const stored = await hashPassword('right', 1000);
  expect(await passwordMatches('right', stored, 1000)).toBe(true);
  expect(await passwordMatches('right', stored, 2000)).toBe(true);
  expect(await passwordMatches('right', stored, 500)).toBe(true);
  for (const wrong of ['', 'Right', 'right ', 'righ']) expect(await passwordMatches(wrong, stored, 1000)).toBe(false);
});

test('no password matches an unmatchable hash', async () => {
  const stored = unmatchableHash(1000);
  for (const password of ['', stored.hash, stored.salt]) {
    expect(await passwordMatches(password, stored, 1000)).toBe(false);
  }
});

test('a runtime that limits iterations creates and checks the same hashes', async () => {
  const elsewhere = await hashPassword('correct horse', 2_000);
  vi.spyOn(crypto.subtle, 'deriveBits').mockRejectedValue(
    new DOMException('Iteration counts above 1000 are not supported.', 'NotSupportedError'),
  );
  const here = await hashPassword('correct horse', 2_000);
  expect(await passwordMatches('correct horse', elsewhere, 2_000)).toBe(true);
  expect(await passwordMatches('wrong horse', elsewhere, 2_000)).toBe(false);
  vi.restoreAllMocks();
  expect(await passwordMatches('correct horse', here, 2_000)).toBe(true);
});

test('other errors of WebCrypto are thrown', async () => {
  vi.spyOn(crypto.subtle, 'deriveBits').mockRejectedValue(new DOMException('broken', 'OperationError'));
  await expect(hashPassword('correct horse', 2_000)).rejects.toThrow('broken');
});
