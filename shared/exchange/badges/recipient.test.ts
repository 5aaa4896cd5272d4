import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashedIdentity, isHashOf } from './recipient.ts';

test('an identity is hashed with its salt, as UTF-8', () => {
  const salt = '0123456789abcdef0123456789abcdef';
  expect(hashedIdentity('ada@example.org', salt)).toBe(
    'sha256$1da6dc81fe171d11de975e3ea5a03aa3dca7a40d664799fd9ac9bd2983fbbb45',
  );
  expect(hashedIdentity('zoë@example.org', '')).toBe(
    'sha256$24d758c0ea53eaa0f9c84e3b9622549f76b888bedd3f64b4199f04af117f2ac9',
  );
});

test.each(['md5', 'sha256', 'MD5', 'SHA256'])('a hash of %s is compared, with digits in any case', (kind) => {
  const digits = createHash(kind).update('zoë@example.orgsalt').digest('hex');
  for (const hash of [`${kind}$${digits}`, `${kind}$${digits.toUpperCase()}`]) {
    expect(isHashOf(hash, 'zoë@example.org', 'salt')).toBe(true);
    expect(isHashOf(hash, 'eve@example.org', 'salt')).toBe(false);
    expect(isHashOf(hash, 'zoë@example.org', 'other')).toBe(false);
  }
});

test.each(['sha1$1234', '1234', 'toString$1234', '', '$'])('%j is not a hash of a supported kind', (hash) => {
  expect(isHashOf(hash, 'ada@example.org', '')).toBeNull();
});
