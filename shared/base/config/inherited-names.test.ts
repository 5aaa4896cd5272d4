import { expect, test } from 'vitest';
import { withoutEffect } from './inherited-names.ts';
import { readEnv } from './read-env.ts';

test.each([
  ['CASS_SSO_ACCOUNT_REQUIRED', '1'],
  ['CLIENT_SIDE_CERTIFICATE_ONLY', 'true'],
])('%s, which restricts access on the existing server, ends the start', (name, value) => {
  expect(() => readEnv({ [name]: value })).toThrow(name);
  expect(readEnv({ [name]: '' })).toEqual({});
});

test('other names of the existing server that have no effect here are found, for a warning', () => {
  const environment = { CASS_LOOPBACK: 'http://a/api/', CASS_ELASTIC_KEYSTORE: 'true', CASS_URL: '', HOME: '/root' };
  expect(withoutEffect(environment)).toEqual(['CASS_ELASTIC_KEYSTORE']);
});
