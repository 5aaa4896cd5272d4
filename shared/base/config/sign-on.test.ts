import { describe, expect, test } from 'vitest';
import { toConfig } from './config.ts';
import type { Settings } from './read-env.ts';
import type { SignOnConfig } from './sign-on.ts';

const OIDC = {
  SVC_OIDC_ENABLED: 'true',
  SVC_OIDC_ISSUER_BASE_URL: 'https://login.example/realm',
  SVC_OIDC_BASE_URL: 'https://competencies.example',
  SVC_OIDC_CLIENT_ID: 'competencies',
  SVC_OIDC_SECRET: 'a client secret of the tests, long enough',
};
const JWT = { SVC_JWT_ENABLED: 'true', SVC_JWT_SECRET: 'a secret of the tests, long enough' };

const signOn = (settings: Settings): SignOnConfig | null => toConfig(settings, '1.2.3').signOn;

test('without settings the mode is key-based', () => {
  expect(signOn({})).toBeNull();
  expect(signOn({ SVC_OIDC_ISSUER_BASE_URL: 'https://login.example', SVC_JWT_SECRET: 'unused' })).toBeNull();
});

describe('J12 a contradiction stops the start with one sentence that names the settings', () => {
  const { SVC_OIDC_SECRET: _secret, ...publicClient } = OIDC;
  test.each<[string, Settings, RegExp]>([
    ['two modes', { ...OIDC, ...JWT }, /^SVC_OIDC_ENABLED and SVC_JWT_ENABLED are both true/],
    ['a mode and the platform', { ...JWT, SVC_PLATFORM_ONE_ENABLED: 'true' }, /only one mode can be active\.$/],
    ['no issuer', { ...OIDC, SVC_OIDC_ISSUER_BASE_URL: '' }, /SVC_OIDC_ISSUER_BASE_URL/],
    ['no secret for cookies', publicClient, /SVC_SESSION_SECRETS/],
    ['a short secret for cookies', { ...OIDC, SVC_SESSION_SECRETS: 'short' }, /SVC_SESSION_SECRETS/],
    ['a scope without openid', { ...OIDC, SVC_OIDC_SCOPE: 'email' }, /openid/],
    ['no secret for tokens', { SVC_JWT_ENABLED: 'true' }, /SVC_JWT_SECRET is not set/],
    ['a short secret for tokens', { ...JWT, SVC_JWT_SECRET: 'x'.repeat(31) }, /SVC_JWT_SECRET has less than 32/],
    ['a client secret too short for cookies', { ...OIDC, SVC_OIDC_SECRET: 'x'.repeat(31) }, /set SVC_SESSION_SECRETS/],
    [
      'a separate client secret that is too short for cookies',
      { ...publicClient, SVC_OIDC_CLIENT_SECRET: 'short' },
      /set SVC_SESSION_SECRETS/,
    ],
    [
      'a short secret for tokens of the platform',
      { SVC_PLATFORM_ONE_ENABLED: 'true', SVC_PLATFORM_ONE_SECRET: 'short' },
      /SVC_PLATFORM_ONE_SECRET has less than 32/,
    ],
    ['a secret that is public', { ...JWT, SVC_JWT_SECRET: 'cass' }, /is public/],
    ['admins without users', { AUTH_ALLOW_ENV_ADMINS: 'true' }, /no mode identifies users/],
    ['an admin without address', { ...JWT, AUTH_ENV_ADMIN_EMAILS: 'a', AUTH_ALLOW_ENV_ADMINS: 'true' }, /"a"/],
    ['platform tokens without a verifier', { SVC_PLATFORM_ONE_ENABLED: 'true' }, /exactly one of/],
    [
      'platform tokens verified in two ways',
      { SVC_PLATFORM_ONE_ENABLED: 'true', SVC_PLATFORM_ONE_SECRET: 's', SVC_PLATFORM_ONE_VERIFIED_BY_MESH: 'true' },
      /exactly one of/,
    ],
    ['files without a directory', { ...JWT, SECRETS: 'environment', SVC_USER_KEYS: 'files' }, /SVC_USER_KEYS/],
  ])('%s', (_name, settings, sentence) => {
    const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''));
    expect(() => signOn(given)).toThrow(sentence);
  });
});

describe('OpenID Connect', () => {
  test('the mode needs issuer, public address, client id and a secret, and derives the rest', () => {
    expect(signOn(OIDC)).toMatchObject({
      mode: 'oidc',
      externalIssuer: 'https://login.example/realm',
      baseUrl: 'https://competencies.example/',
      clientSecret: OIDC.SVC_OIDC_SECRET,
      audience: 'competencies',
      isAudienceSet: false,
      scope: 'openid profile email',
      sessionSecrets: [OIDC.SVC_OIDC_SECRET],
      sessionMaxAgeSeconds: 86_400,
      adminEmails: [],
    });
  });

  test('the public address gets the base path unless it has one', () => {
    const withBase = { ...OIDC, SVC_BASE: '/competencies' };
    expect(signOn(withBase)).toMatchObject({ baseUrl: 'https://competencies.example/competencies/' });
    const given = { ...withBase, SVC_OIDC_BASE_URL: 'https://competencies.example/own/' };
    expect(signOn(given)).toMatchObject({ baseUrl: 'https://competencies.example/own/' });
  });

  test('a client secret of its own leaves SVC_OIDC_SECRET to the cookies, as on the existing server', () => {
    expect(signOn({ ...OIDC, SVC_OIDC_CLIENT_SECRET: 'other' })).toMatchObject({
      clientSecret: 'other',
      sessionSecrets: [OIDC.SVC_OIDC_SECRET],
    });
  });
});

test('a short client secret is accepted where others seal the cookies', () => {
  const sealed = { ...OIDC, SVC_OIDC_SECRET: 'short', SVC_SESSION_SECRETS: 'x'.repeat(32) };
  expect(signOn(sealed)).toMatchObject({ clientSecret: 'short', sessionSecrets: ['x'.repeat(32)] });
});

test('the configured admins apply only with AUTH_ALLOW_ENV_ADMINS', () => {
  const named = { ...JWT, AUTH_ENV_ADMIN_EMAILS: 'Ada@example.org, bo@example.org', AUTH_ENV_ADMIN_GROUPS: 'staff' };
  expect(signOn(named)).toMatchObject({ adminEmails: [], adminGroups: [] });
  expect(signOn({ ...named, AUTH_ALLOW_ENV_ADMINS: 'true' })).toMatchObject({
    adminEmails: ['ada@example.org', 'bo@example.org'],
    adminGroups: ['staff'],
  });
});

test('keys of users are files beside the embedded store, and elsewhere in the store', () => {
  expect(signOn(JWT)).toMatchObject({ userKeys: 'files' });
  expect(signOn({ ...JWT, SEARCH_ENDPOINT: 'http://127.0.0.1:9200' })).toMatchObject({ userKeys: 'store' });
  expect(signOn({ ...JWT, SECRETS: 'environment' })).toMatchObject({ userKeys: 'store' });
});
