import { get, post } from '../../shared/http/endpoint.ts';

/** Open Badges. */
export const badgeEndpoints = {
  badgeKey: get('/api/badge/pk', 'anybody'),
  badgeIssuer: get('/api/badge/profile/{fingerprint}', 'anybody'),
  badgeIssuerKey: get('/api/badge/cryptographicKey/{fingerprint}', 'anybody'),
  badgeClass: get('/api/badge/class/{id}', 'anybody'),
  badgeClassOfIssuer: get('/api/badge/class/{id}/{fingerprint}', 'anybody'),
  badgeClassImage: get('/api/badge/image/{id}', 'anybody'),
  badgeAssertion: get('/api/badge/assertion/{id}', 'anybody'),
  badgeImage: get('/api/badge/assertion/{id}/image', 'anybody'),
  badgeAssertionByType: get('/api/badge/assertion/{type}/{id}', 'anybody'),
  badgeCredential: get('/api/badge/v3/credential/{id}', 'anybody'),
  badgeCredentialImage: get('/api/badge/v3/credential/{id}/image', 'anybody'),
  badgeStatusList: get('/api/badge/v3/status/{list}', 'anybody'),
  learnerRecord: get('/api/badge/v3/clr', 'readers'),
  verifyBadge: post('/api/badge/verify', 'anybody'),
  importBadge: post('/api/badge/import', 'key'),
  didDocument: get('/.well-known/did.json', 'anybody'),
  badgeKeys: get('/.well-known/jwks.json', 'anybody'),
};
