import type { JWTPayload } from 'jose';
import { describe, expect, test } from 'vitest';
import { isAccessToken } from './access-token.ts';

const CLIENT = { clientId: 'competencies', isAudienceSet: false };
const OWN = { aud: 'competencies' };

describe('an access token', () => {
  test.each<[string, string, JWTPayload]>([
    ['by its type in the header', 'at+jwt', { ...OWN, nonce: 'n' }],
    ['by its type in the header, in full', 'application/at+jwt', OWN],
    ['of Keycloak', 'jwt', { ...OWN, typ: 'Bearer', azp: 'competencies', scope: 'openid email' }],
    [
      'of earlier versions of Keycloak, with a nonce',
      'jwt',
      { aud: ['competencies', 'account'], typ: 'Bearer', nonce: 'n' },
    ],
    ['of Entra ID, for a user', 'jwt', { ...OWN, scp: 'access', azp: 'competencies', azpacr: '1', ver: '2.0' }],
    ['of Entra ID, for an application', 'jwt', { ...OWN, roles: ['reader'], azp: 'other', azpacr: '1', ver: '2.0' }],
    ['of Okta', 'jwt', { aud: 'api://default', cid: 'competencies', scp: ['openid'] }],
    ['of Auth0', 'jwt', { aud: ['https://competencies.example', 'https://x.auth0.example/userinfo'], scope: 'openid' }],
    ['with scopes and a nonce', 'jwt', { ...OWN, nonce: 'n', scope: 'openid email' }],
    ['without a mark, for more than the client', 'jwt', { aud: ['competencies', 'other'] }],
  ])('%s', (_whose, type, payload) => {
    expect(isAccessToken(type, payload, CLIENT)).toBe(true);
  });

  test('without a mark, for the client alone, if the operator named the audience', () => {
    expect(isAccessToken('jwt', OWN, { ...CLIENT, isAudienceSet: true })).toBe(true);
  });
});

describe('not an access token:', () => {
  test.each<[string, JWTPayload]>([
    ['an ID token of Keycloak', { ...OWN, typ: 'ID', azp: 'competencies', nonce: 'n', at_hash: 'h' }],
    ['a refresh token of Keycloak', { ...OWN, typ: 'Refresh', scope: 'openid' }],
    ['an ID token of Entra ID', { ...OWN, nonce: 'n', roles: ['reader'], ver: '2.0' }],
    ['an ID token of Auth0', { ...OWN, nonce: 'n', sid: 's' }],
    ['an ID token of Google', { ...OWN, azp: 'competencies', at_hash: 'h' }],
    ['an ID token of Cognito', { ...OWN, token_use: 'id' }],
    ['an ID token of a hybrid flow', { ...OWN, c_hash: 'h', scope: 'openid' }],
    ['an ID token with a hash of the state', { ...OWN, s_hash: 'h' }],
    ['a token without a mark, for the client alone', OWN],
    ['a token without a mark, for the client alone, as a list', { aud: ['competencies'] }],
  ])('%s', (_whose, payload) => {
    expect(isAccessToken('jwt', payload, CLIENT)).toBe(false);
  });

  test.each([{ nonce: 'n' }, { at_hash: 'h' }, { typ: 'ID' }])(
    'a token with %j, even if the operator named the audience',
    (claims) => {
      expect(isAccessToken('jwt', { ...OWN, ...claims }, { ...CLIENT, isAudienceSet: true })).toBe(false);
    },
  );
});
