import { expect, test } from 'vitest';
import { createAdminSecretCheck } from './admin-credentials.ts';

const SECRET = 'oM9\u00e4+/%&=? \u{1f511}0123456789abcdefghijklmnop';

test('the secret is accepted with any line breaks that its file or its sender added', () => {
  const isSecret = createAdminSecretCheck(`${SECRET}\n`);
  for (const given of [SECRET, `${SECRET}\r\n`, ` ${SECRET}\t`]) expect(isSecret(given)).toBe(true);
});

test('any other text is refused', () => {
  const isSecret = createAdminSecretCheck(SECRET);
  for (const given of ['', ' ', SECRET.slice(1), `${SECRET}x`, SECRET.toUpperCase(), 'undefined', 'null']) {
    expect(isSecret(given)).toBe(false);
  }
});

test('a secret with too few characters besides white space is never accepted', () => {
  for (const secret of [' '.repeat(64), `abc${'\n'.repeat(64)}`, '']) {
    const isSecret = createAdminSecretCheck(secret);
    for (const given of [secret, secret.trim(), '']) expect(isSecret(given)).toBe(false);
  }
});
