import { expect, test } from 'vitest';
import { hashedIdentity } from './recipient.ts';

test('an identity is hashed with its salt, as UTF-8', () => {
  const salt = '0123456789abcdef0123456789abcdef';
  expect(hashedIdentity('ada@example.org', salt)).toBe(
    'sha256$1da6dc81fe171d11de975e3ea5a03aa3dca7a40d664799fd9ac9bd2983fbbb45',
  );
  expect(hashedIdentity('zoë@example.org', '')).toBe(
    'sha256$24d758c0ea53eaa0f9c84e3b9622549f76b888bedd3f64b4199f04af117f2ac9',
  );
});
