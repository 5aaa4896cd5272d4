import { expect, test } from 'vitest';
import { PROCESS, toConfig } from './config.ts';
import { secretsConfig } from './secrets.ts';

const KEYS = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

test('secrets are in the directory on a machine, and in the environment where there are no files', () => {
  expect(secretsConfig({}, 'directory').kind).toBe('directory');
  expect(secretsConfig({}, 'environment').kind).toBe('environment');
});

test('a path in the Parameter Store and a prefix in Secrets Manager name the place and the address of the service', () => {
  expect(secretsConfig({ ...KEYS, SECRETS: 'ssm:/competencies/prod' }, 'directory')).toMatchObject({
    kind: 'ssm',
    prefix: '/competencies/prod/',
    service: { region: 'eu-central-1', endpoint: 'https://ssm.eu-central-1.amazonaws.com' },
  });
  const besides = { AWS_ENDPOINT_URL_SECRETS_MANAGER: 'http://127.0.0.1:21100' };
  expect(secretsConfig({ ...KEYS, ...besides, SECRETS: 'secretsmanager:competencies' }, 'directory')).toMatchObject({
    kind: 'secretsmanager',
    prefix: 'competencies/',
    service: { endpoint: 'http://127.0.0.1:21100' },
  });
});

test.each([
  [{ SECRETS: 'vault' }, /SECRETS is "vault"/],
  [{ ...KEYS, SECRETS: 'ssm:no-path' }, /SECRETS is "ssm:no-path"/],
  [{ SECRETS: 'ssm:/path' }, /SECRETS needs a region: set AWS_REGION/],
  [{ AWS_REGION: 'eu-central-1', SECRETS: 'ssm:/path' }, /SECRETS needs keys to sign with/],
  [{ ...KEYS, AWS_REGION: 'Europe', SECRETS: 'ssm:/path' }, /AWS_REGION is "Europe"/],
])('a place that cannot work is refused in words: %j', (settings, words) => {
  expect(() => secretsConfig(settings, 'directory')).toThrow(words);
});

test('ping answers the smaller of POST_MAX_SIZE and the limit of the platform', () => {
  const platform = { ...PROCESS, maxRequestBody: 4_500_000 };
  expect(toConfig({}, '1', platform).postMaxSize).toBe(4_500_000);
  expect(toConfig({ POST_MAX_SIZE: '9000000' }, '1', platform).postMaxSize).toBe(4_500_000);
  expect(toConfig({ POST_MAX_SIZE: '2000000' }, '1', platform).postMaxSize).toBe(2_000_000);
  expect(toConfig({}, '1').postMaxSize).toBe(52_428_800);
});
