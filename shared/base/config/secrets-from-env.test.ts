import { expect, test } from 'vitest';
import { secretFromEnv } from './secrets.ts';

const PEM = '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n';

test('a secret is found under its own name', () => {
  expect(secretFromEnv({ 'skyId.secret': 'of the environment' }, 'skyId.secret')).toBe('of the environment');
});

test('a PEM is found with and without its ending, the full name first', () => {
  expect(secretFromEnv({ skyAdmin2: PEM }, 'skyAdmin2.pem')).toBe(PEM);
  expect(secretFromEnv({ 'skyAdmin2.pem': PEM, skyAdmin2: 'other' }, 'skyAdmin2.pem')).toBe(PEM);
});

test.each([
  ['\\n', PEM.replaceAll('\n', '\\n')],
  ['\\r\\n', PEM.replaceAll('\n', '\\r\\n')],
])('line breaks of a PEM may be written as %s', (_what, value) => {
  expect(secretFromEnv({ skyAdmin2: value }, 'skyAdmin2.pem')).toBe(PEM);
});

test('a value that is not PEM keeps its backslashes', () => {
  expect(secretFromEnv({ 'skyId.secret': 'a\\nb' }, 'skyId.secret')).toBe('a\\nb');
});

test('empty, missing and inherited properties are not secrets', () => {
  expect(secretFromEnv({ 'skyId.secret': '' }, 'skyId.secret')).toBeNull();
  expect(secretFromEnv({ 'skyId.secret': undefined }, 'skyId.secret')).toBeNull();
  expect(secretFromEnv({}, 'constructor')).toBeNull();
});

test('dots may be written as underscores, where variables have no others; the name itself comes first', () => {
  expect(secretFromEnv({ skyId_secret: 'of the environment' }, 'skyId.secret')).toBe('of the environment');
  expect(secretFromEnv({ skyId_secret: 'other', 'skyId.secret': 'own' }, 'skyId.secret')).toBe('own');
  expect(secretFromEnv({ skyAdmin2_pem: PEM }, 'skyAdmin2.pem')).toBe(PEM);
});
