import { expect, test } from 'vitest';
import type { OidcConfig, PlatformOneConfig } from '../../base/config/sign-on.ts';
import type { OutboundSend } from '../../base/outbound/outbound-fetch.ts';
import { createProviderFetch } from './provider-fetch.ts';

const OIDC: OidcConfig = {
  mode: 'oidc',
  issuer: 'http://keycloak:8080/realms/skills',
  externalIssuer: 'https://id.example/realms/skills',
  baseUrl: 'https://svc.example/',
  clientId: 'svc',
  clientSecret: 'secret',
  scope: 'openid',
  audience: 'svc',
  isAudienceSet: false,
  sessionSecrets: ['secret'],
  sessionMaxAgeSeconds: 60,
  redirectOrigins: [],
};
const PLATFORM: PlatformOneConfig = {
  mode: 'platform',
  verification: { by: 'jwks', url: 'http://10.0.0.5/keys' },
  issuer: null,
  client: null,
};

/** How far the connection to an address may reach, or the code of the problem if it is refused. */
async function reach(config: OidcConfig | PlatformOneConfig, address: string): Promise<string> {
  let found = 'nothing was sent';
  const send: OutboundSend = async (request) => {
    found = request.reach;
    return new Response('{}', { headers: { 'content-type': 'application/jwk-set+json' } });
  };
  return createProviderFetch(
    config,
    send,
  )(address).then(
    () => found,
    (error: { readonly code: string }) => error.code,
  );
}

test('E16 the configured addresses of the provider may be in a private network', async () => {
  expect(await reach(OIDC, 'http://keycloak:8080/realms/skills/.well-known/openid-configuration')).toBe('any');
  expect(await reach(OIDC, 'http://keycloak:8080/keys')).toBe('any');
  expect(await reach(OIDC, 'https://id.example/keys')).toBe('any');
  expect(await reach(PLATFORM, 'http://10.0.0.5/keys')).toBe('any');
});

test('E16 other addresses in the metadata of the provider must be public', async () => {
  expect(await reach(OIDC, 'https://keys.example/certs')).toBe('public');
  expect(await reach(OIDC, 'http://keycloak:9000/keys')).toBe('public');
  expect(await reach(OIDC, 'http://169.254.169.254/latest/meta-data/')).toBe('fetch-refused');
  expect(await reach(PLATFORM, 'http://10.0.0.6/keys')).toBe('fetch-refused');
});
