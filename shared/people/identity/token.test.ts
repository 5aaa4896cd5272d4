import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { newToken, tokenDigest, tokenMatches, unmatchableDigest } from './password.ts';

test('tokens hold 32 random bytes, and only their SHA-256 is stored', () => {
  const tokens = Array.from({ length: 16 }, newToken);
  expect(new Set(tokens).size).toBe(16);
  for (const token of tokens) {
    expect(Buffer.from(token, 'base64').length).toBe(32);
    expect(tokenDigest(token)).toBe(createHash('sha256').update(token).digest('base64'));
  }
});

test('B27 only the whole token matches', () => {
  const token = newToken();
  const digest = tokenDigest(token);
  expect(tokenMatches(token, digest)).toBe(true);
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'x' ? 'y' : 'x';
    expect(tokenMatches(token.slice(0, at) + other + token.slice(at + 1), digest)).toBe(false);
    expect(tokenMatches(token.slice(0, at), digest)).toBe(false);
  }
  expect(tokenMatches(`${token} `, digest)).toBe(false);
  expect(tokenMatches(digest, digest)).toBe(false);
});

test('no token matches the digest from before the first login', () => {
  const digest = unmatchableDigest();
  for (const token of ['', 'null', 'undefined', digest]) expect(tokenMatches(token, digest)).toBe(false);
});
