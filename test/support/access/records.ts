import { among, get, type Operation, post, postNothing, put, same } from './operation.ts';

const NO_BADGE = 'nothing with such an id is published';
const PERSONS = { '-': { ...among(['user', 'member'], 200, 404), anonymous: 401 } };
const WITH_PERSON = 'signed-in users have a Person';

/** Statements of learning systems, and badges. */
export const RECORD_OPERATIONS = {
  recordStatement: post('/api/xapi/statement', 'JSON', same(200)),
  recordStatementForm: post('/api/xapi/statement', 'form', same(200)),
  recordStatements: post('/api/xapi/statements', 'JSON', same(200)),
  recordStatementsForm: post('/api/xapi/statements', 'form', same(200)),
  putStatement: put('/api/xapi/statements', same(204)),
  xapiEndpoints: get('/api/xapi/endpoint', same(200)),
  pollRecordStores: postNothing('/api/xapi/tick', same(200)),
  xapiKey: get('/api/xapi/pk', same(200)),
  badgeKey: get('/api/badge/pk', same(200)),
  badgeIssuer: get('/api/badge/profile/{fingerprint}', same(404), NO_BADGE),
  badgeIssuerKey: get('/api/badge/cryptographicKey/{fingerprint}', same(404), NO_BADGE),
  badgeClass: get('/api/badge/class/{id}', same(404), NO_BADGE),
  badgeClassOfIssuer: get('/api/badge/class/{id}/{fingerprint}', same(404), NO_BADGE),
  badgeClassImage: get('/api/badge/image/{id}', same(404), NO_BADGE),
  badgeAssertion: get('/api/badge/assertion/{id}', same(404), NO_BADGE),
  badgeAssertionByType: get('/api/badge/assertion/{type}/{id}', same(404), NO_BADGE),
  badgeImage: get('/api/badge/assertion/{id}/image', same(404), NO_BADGE),
  badgeCredential: get('/api/badge/v3/credential/{id}', same(404), NO_BADGE),
  badgeCredentialImage: get('/api/badge/v3/credential/{id}/image', same(404), NO_BADGE),
  learnerRecord: get('/api/badge/v3/clr', same(404), NO_BADGE),
  badgeStatusList: get('/api/badge/v3/status/{list}', same(404), NO_BADGE),
  verifyBadge: post('/api/badge/verify', 'JSON', same(200)),
  verifyBadgeForm: post('/api/badge/verify', 'form', same(200)),
  importBadge: post('/api/badge/import', 'JSON', PERSONS, WITH_PERSON),
  importBadgeForm: post('/api/badge/import', 'form', PERSONS, WITH_PERSON),
  didDocument: get('/.well-known/did.json', same(200)),
  badgeKeys: get('/.well-known/jwks.json', same(200)),
} satisfies Readonly<Record<string, Operation>>;
