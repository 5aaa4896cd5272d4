/**
 * The callers: without any proof; with the signature sheet of a key that has no rights; with that of a reader, and of the owner; signed in
 * as a user whose key, which the server holds, is a reader; signed in as a member of a group whose key is an owner; with the sheet of
 * the admin.
 */
export const IDENTITIES = ['anonymous', 'stranger', 'reader', 'owner', 'user', 'member', 'admin'] as const;
export type Identity = (typeof IDENTITIES)[number];

/** The status that each gets. Of operations on lists that answer 200 as a whole, it is that of the one object in it. */
export type Statuses = Readonly<Record<Identity, number>>;

/** One way to call a route, and what is expected of it. */
export type Operation = {
  /** Method and path template of a route in the manifests. */
  readonly route: string;
  /** Binding of the request body; null: there is none. */
  readonly binding: 'JSON' | 'form' | null;
  /** The difference from other operations of the route. */
  readonly note?: string;
  /** Statuses by the kind of object that it is called for; `-` where there is no object. */
  readonly expected: Readonly<Record<string, Statuses>>;
};

function everyone(status: number): Statuses {
  return among(IDENTITIES, status, status);
}

function among(allowed: readonly Identity[], yes: number, no: number): Statuses {
  const status = (identity: Identity): number => (allowed.includes(identity) ? yes : no);
  return Object.fromEntries(IDENTITIES.map((identity) => [identity, status(identity)])) as Statuses; // of all identities
}

const readers = (yes: number, no: number): Statuses => among(['reader', 'owner', 'user', 'member', 'admin'], yes, no);
const owners = (yes: number, no: number): Statuses => among(['owner', 'member', 'admin'], yes, no);
const ADMIN = { '-': among(['admin'], 200, 401) };
const COPY = { '-': among(['admin'], 403, 401) };
const PERSONS = { '-': { ...among(['user', 'member'], 200, 404), anonymous: 401 } };
const SAME = (status: number) => ({ '-': everyone(status) });

/** Kinds of objects: see {@link KINDS}. */
const READ = {
  ...{ public: everyone(200), owned: everyone(200), protected: readers(200, 404), encrypted: readers(200, 404) },
  deleted: everyone(404),
};
const READ_VERSIONS = { ...READ, deleted: readers(200, 404) };
const SAVE = {
  ...{ public: everyone(200), owned: owners(200, 401), protected: owners(200, 401), encrypted: owners(200, 401) },
  deleted: owners(200, 401),
};
const DELETE = { ...SAVE, deleted: everyone(200) };
const TRAIL = {
  ...{ public: among(['admin'], 200, 404), owned: owners(200, 404), protected: owners(200, 404) },
  ...{ encrypted: owners(200, 404), deleted: owners(200, 404) },
};
const PROFILE = { framework: everyone(200), 'protected framework': readers(200, 404) };
/** An import of a framework that is stored. */
const IMPORT = { framework: everyone(200), 'protected framework': owners(200, 401) };

/** Descriptions of the kinds of objects. */
export const KINDS: Readonly<Record<string, string>> = {
  public: 'without owner and reader',
  owned: 'with owners',
  protected: 'with owners and readers',
  encrypted: 'an `EncryptedValue` with owners and readers',
  deleted: 'deleted; it had owners and readers',
  framework: 'a framework without owner and reader',
  'protected framework': 'a framework with owners and readers',
};

/** A draft that adds to a framework, and alignments of it. */
const DRAFT = {
  framework: { ...everyone(200), anonymous: 401 },
  'protected framework': { ...readers(200, 404), anonymous: 401 },
};
const ADDING = 'adds to the framework';
const ALIGNING = 'of the framework to a public one';

const UID = '/api/data/{uid}';
const OBJECT = '/api/data/{type}/{uid}';
const VERSION = '/api/data/{type}/{uid}/{version}';
const READING = 'without an object: reads';
const REFUSED = 'of an address that is not fetched';

const NO_BADGE = { binding: null, note: 'nothing with such an id is published', expected: SAME(404) } as const;

/** Every route in each of its bindings, by the name of the operation. */
export const OPERATIONS = {
  readByUid: { route: `GET ${UID}`, binding: null, expected: READ },
  readByUidForm: { route: `POST ${UID}`, binding: 'form', note: READING, expected: READ },
  read: { route: `GET ${OBJECT}`, binding: null, expected: READ },
  head: { route: `GET ${OBJECT}`, binding: null, note: 'HEAD', expected: READ },
  readForm: { route: `POST ${OBJECT}`, binding: 'form', note: READING, expected: READ },
  history: { route: `GET ${OBJECT}`, binding: null, note: '`history=true`', expected: READ_VERSIONS },
  historyForm: { route: `POST ${OBJECT}`, binding: 'form', note: '`history=true`', expected: READ_VERSIONS },
  trail: { route: `GET ${OBJECT}`, binding: null, note: '`audit=true`', expected: TRAIL },
  trailForm: { route: `POST ${OBJECT}`, binding: 'form', note: '`audit=true`', expected: TRAIL },
  readVersion: { route: `GET ${VERSION}`, binding: null, expected: READ_VERSIONS },
  readVersionForm: { route: `POST ${VERSION}`, binding: 'form', note: READING, expected: READ_VERSIONS },
  find: { route: 'GET /api/sky/repo/search', binding: null, expected: READ },
  findForm: { route: 'POST /api/sky/repo/search', binding: 'form', expected: READ },
  findJson: { route: 'POST /api/sky/repo/search', binding: 'JSON', expected: READ },
  findInData: { route: 'GET /api/data/', binding: null, expected: READ },
  findInDataForm: { route: 'POST /api/data/', binding: 'form', expected: READ },
  findInDataJson: { route: 'POST /api/data/', binding: 'JSON', expected: READ },
  multiGet: { route: 'POST /api/sky/repo/multiGet', binding: 'JSON', expected: READ },
  multiGetForm: { route: 'POST /api/sky/repo/multiGet', binding: 'form', expected: READ },
  saveByUid: { route: `POST ${UID}`, binding: 'JSON', expected: SAVE },
  saveByUidForm: { route: `POST ${UID}`, binding: 'form', expected: SAVE },
  save: { route: `POST ${OBJECT}`, binding: 'JSON', expected: SAVE },
  saveForm: { route: `POST ${OBJECT}`, binding: 'form', expected: SAVE },
  saveVersion: { route: `POST ${VERSION}`, binding: 'JSON', expected: SAVE },
  saveVersionForm: { route: `POST ${VERSION}`, binding: 'form', expected: SAVE },
  multiPut: { route: 'POST /api/sky/repo/multiPut', binding: 'JSON', expected: SAVE },
  multiPutForm: { route: 'POST /api/sky/repo/multiPut', binding: 'form', expected: SAVE },
  deleteByUid: { route: `DELETE ${UID}`, binding: null, expected: DELETE },
  delete: { route: `DELETE ${OBJECT}`, binding: null, expected: DELETE },
  deleteVersion: { route: `DELETE ${VERSION}`, binding: null, expected: DELETE },
  multiDelete: {
    route: 'POST /api/sky/repo/multiDelete',
    ...{ binding: 'JSON', expected: { ...SAVE, deleted: everyone(404) } },
  },
  multiDeleteForm: {
    route: 'POST /api/sky/repo/multiDelete',
    ...{ binding: 'form', expected: { ...SAVE, deleted: everyone(401) } },
  },
  profile: { route: 'GET /api/profile/latest', binding: null, expected: PROFILE },
  profileJson: { route: 'POST /api/profile/latest', binding: 'JSON', expected: PROFILE },
  profileForm: { route: 'POST /api/profile/latest', binding: 'form', expected: PROFILE },
  exportCtdlAsn: { route: 'GET /api/ctdlasn/{id}', binding: null, expected: PROFILE },
  exportCeasn: { route: 'GET /api/ceasn/{id}', binding: null, expected: PROFILE },
  importCtdlAsn: { route: 'POST /api/ctdlasn', binding: 'JSON', expected: IMPORT },
  importCtdlAsnForm: { route: 'POST /api/ctdlasn', binding: 'form', expected: IMPORT },
  importCtdlAsnAt: { route: 'POST /api/ctdlasn/{id}', binding: 'JSON', expected: IMPORT },
  importCtdlAsnAtForm: { route: 'POST /api/ctdlasn/{id}', binding: 'form', expected: IMPORT },
  importCeasnAt: { route: 'POST /api/ceasn/{id}', binding: 'JSON', expected: IMPORT },
  importCeasnAtForm: { route: 'POST /api/ceasn/{id}', binding: 'form', expected: IMPORT },
  ctdlAsnReport: {
    route: 'GET /api/ctdlasn/reports/{report}',
    ...{ binding: null, note: 'of no import', expected: SAME(404) },
  },
  case10CFDocuments: { route: 'GET /api/ims/case/v1p0/CFDocuments/{id}', binding: null, expected: PROFILE },
  case10CFPackages: { route: 'GET /api/ims/case/v1p0/CFPackages/{id}', binding: null, expected: PROFILE },
  case10CFItems: {
    route: 'GET /api/ims/case/v1p0/CFItems/{id}',
    ...{ binding: null, note: 'no such part', expected: SAME(404) },
  },
  case10CFAssociations: {
    route: 'GET /api/ims/case/v1p0/CFAssociations/{id}',
    ...{ binding: null, note: 'no such part', expected: SAME(404) },
  },
  case10CFItemAssociations: {
    route: 'GET /api/ims/case/v1p0/CFItemAssociations/{id}',
    ...{ binding: null, note: 'no such part', expected: SAME(404) },
  },
  case10CFDocumentsList: { route: 'GET /api/ims/case/v1p0/CFDocuments', binding: null, expected: SAME(200) },
  case10CFItemsList: { route: 'GET /api/ims/case/v1p0/CFItems', binding: null, expected: SAME(200) },
  case10CFAssociationsList: { route: 'GET /api/ims/case/v1p0/CFAssociations', binding: null, expected: SAME(200) },
  case10CFItemAssociationsById: {
    route: 'GET /api/ims/case/v1p0/CFItemAssociations',
    ...{ binding: null, note: 'no such `id`', expected: SAME(404) },
  },
  case10CFPackagesById: {
    route: 'GET /api/ims/case/v1p0/CFPackages',
    ...{ binding: null, note: 'no such `id`', expected: SAME(404) },
  },
  case10CFAssociationGroupings: {
    route: 'GET /api/ims/case/v1p0/CFAssociationGroupings/{id}',
    ...{ binding: null, expected: SAME(501) },
  },
  case10CFAssociationGroupingsById: {
    route: 'GET /api/ims/case/v1p0/CFAssociationGroupings',
    ...{ binding: null, expected: SAME(501) },
  },
  case10CFConcepts: {
    route: 'GET /api/ims/case/v1p0/CFConcepts/{id}',
    ...{ binding: null, expected: SAME(501) },
  },
  case10CFConceptsById: {
    route: 'GET /api/ims/case/v1p0/CFConcepts',
    ...{ binding: null, expected: SAME(501) },
  },
  case10CFItemTypes: {
    route: 'GET /api/ims/case/v1p0/CFItemTypes/{id}',
    ...{ binding: null, expected: SAME(501) },
  },
  case10CFItemTypesById: {
    route: 'GET /api/ims/case/v1p0/CFItemTypes',
    ...{ binding: null, expected: SAME(501) },
  },
  case10CFLicenses: {
    route: 'GET /api/ims/case/v1p0/CFLicenses/{id}',
    ...{ binding: null, expected: SAME(501) },
  },
  case10CFLicensesById: {
    route: 'GET /api/ims/case/v1p0/CFLicenses',
    ...{ binding: null, expected: SAME(501) },
  },
  case10CFRubrics: {
    route: 'GET /api/ims/case/v1p0/CFRubrics/{id}',
    ...{ binding: null, expected: SAME(501) },
  },
  case10CFRubricsById: {
    route: 'GET /api/ims/case/v1p0/CFRubrics',
    ...{ binding: null, expected: SAME(501) },
  },
  case10CFSubjects: {
    route: 'GET /api/ims/case/v1p0/CFSubjects/{id}',
    ...{ binding: null, expected: SAME(501) },
  },
  case10CFSubjectsById: {
    route: 'GET /api/ims/case/v1p0/CFSubjects',
    ...{ binding: null, expected: SAME(501) },
  },
  case11CFDocuments: { route: 'GET /api/ims/case/v1p1/CFDocuments/{id}', binding: null, expected: PROFILE },
  case11CFPackages: { route: 'GET /api/ims/case/v1p1/CFPackages/{id}', binding: null, expected: PROFILE },
  case11CFItems: {
    route: 'GET /api/ims/case/v1p1/CFItems/{id}',
    ...{ binding: null, note: 'no such part', expected: SAME(404) },
  },
  case11CFAssociations: {
    route: 'GET /api/ims/case/v1p1/CFAssociations/{id}',
    ...{ binding: null, note: 'no such part', expected: SAME(404) },
  },
  case11CFItemAssociations: {
    route: 'GET /api/ims/case/v1p1/CFItemAssociations/{id}',
    ...{ binding: null, note: 'no such part', expected: SAME(404) },
  },
  case11CFDocumentsList: { route: 'GET /api/ims/case/v1p1/CFDocuments', binding: null, expected: SAME(200) },
  case11CFItemsList: { route: 'GET /api/ims/case/v1p1/CFItems', binding: null, expected: SAME(200) },
  case11CFAssociationsList: { route: 'GET /api/ims/case/v1p1/CFAssociations', binding: null, expected: SAME(200) },
  case11CFItemAssociationsById: {
    route: 'GET /api/ims/case/v1p1/CFItemAssociations',
    ...{ binding: null, note: 'no such `id`', expected: SAME(404) },
  },
  case11CFPackagesById: {
    route: 'GET /api/ims/case/v1p1/CFPackages',
    ...{ binding: null, note: 'no such `id`', expected: SAME(404) },
  },
  case11CFAssociationGroupings: {
    route: 'GET /api/ims/case/v1p1/CFAssociationGroupings/{id}',
    ...{ binding: null, note: 'no such part', expected: SAME(404) },
  },
  case11CFAssociationGroupingsById: {
    route: 'GET /api/ims/case/v1p1/CFAssociationGroupings',
    ...{ binding: null, note: 'no such part', expected: SAME(404) },
  },
  case11CFConcepts: {
    route: 'GET /api/ims/case/v1p1/CFConcepts/{id}',
    ...{ binding: null, note: 'no such part', expected: SAME(404) },
  },
  case11CFConceptsById: {
    route: 'GET /api/ims/case/v1p1/CFConcepts',
    ...{ binding: null, note: 'no such part', expected: SAME(404) },
  },
  case11CFItemTypes: {
    route: 'GET /api/ims/case/v1p1/CFItemTypes/{id}',
    ...{ binding: null, note: 'no such part', expected: SAME(404) },
  },
  case11CFItemTypesById: {
    route: 'GET /api/ims/case/v1p1/CFItemTypes',
    ...{ binding: null, note: 'no such part', expected: SAME(404) },
  },
  case11CFLicenses: {
    route: 'GET /api/ims/case/v1p1/CFLicenses/{id}',
    ...{ binding: null, note: 'no such part', expected: SAME(404) },
  },
  case11CFLicensesById: {
    route: 'GET /api/ims/case/v1p1/CFLicenses',
    ...{ binding: null, note: 'no such part', expected: SAME(404) },
  },
  case11CFRubrics: {
    route: 'GET /api/ims/case/v1p1/CFRubrics/{id}',
    ...{ binding: null, note: 'no such part', expected: SAME(404) },
  },
  case11CFRubricsById: {
    route: 'GET /api/ims/case/v1p1/CFRubrics',
    ...{ binding: null, note: 'no such part', expected: SAME(404) },
  },
  case11CFSubjects: {
    route: 'GET /api/ims/case/v1p1/CFSubjects/{id}',
    ...{ binding: null, note: 'no such part', expected: SAME(404) },
  },
  case11CFSubjectsById: {
    route: 'GET /api/ims/case/v1p1/CFSubjects',
    ...{ binding: null, note: 'no such part', expected: SAME(404) },
  },
  case11Discovery: {
    route: 'GET /api/ims/case/v1p1/discovery/imscasev1p1_openapi3_v1p0.json',
    binding: null,
    expected: SAME(200),
  },
  importCase: { route: 'POST /api/ims/case/import', binding: 'JSON', expected: IMPORT },
  importCaseForm: { route: 'POST /api/ims/case/import', binding: 'form', expected: IMPORT },
  harvestCase: { route: 'POST /api/ims/case/harvest', binding: 'JSON', note: REFUSED, expected: SAME(403) },
  harvestCaseForm: { route: 'POST /api/ims/case/harvest', binding: 'form', note: REFUSED, expected: SAME(403) },
  remoteCaseDocuments: { route: 'GET /api/ims/case/getDocs', binding: null, note: REFUSED, expected: SAME(403) },
  caseReport: {
    route: 'GET /api/ims/case/reports/{report}',
    ...{ binding: null, note: 'of no import', expected: SAME(404) },
  },
  exportAsn: { route: 'GET /api/asn/{id}', binding: null, expected: PROFILE },
  importAsn: { route: 'POST /api/asn', binding: 'JSON', expected: IMPORT },
  importAsnForm: { route: 'POST /api/asn', binding: 'form', expected: IMPORT },
  asnReport: {
    route: 'GET /api/asn/reports/{report}',
    ...{ binding: null, note: 'of no import', expected: SAME(404) },
  },
  processJsonLd: { route: 'POST /api/jsonld', binding: 'JSON', expected: SAME(200) },
  processJsonLdForm: { route: 'POST /api/jsonld', binding: 'form', expected: SAME(200) },
  recordStatement: { route: 'POST /api/xapi/statement', binding: 'JSON', expected: SAME(200) },
  recordStatementForm: { route: 'POST /api/xapi/statement', binding: 'form', expected: SAME(200) },
  recordStatements: { route: 'POST /api/xapi/statements', binding: 'JSON', expected: SAME(200) },
  recordStatementsForm: { route: 'POST /api/xapi/statements', binding: 'form', expected: SAME(200) },
  xapiEndpoints: { route: 'GET /api/xapi/endpoint', binding: null, expected: SAME(200) },
  pollRecordStores: { route: 'POST /api/xapi/tick', binding: null, expected: SAME(200) },
  xapiKey: { route: 'GET /api/xapi/pk', binding: null, expected: SAME(200) },
  competencyDefinition: { route: 'GET /api/scd/{id}', binding: null, expected: PROFILE },
  competencyDefinitionByType: { route: 'GET /api/scd/{type}/{id}', binding: null, expected: PROFILE },
  draftFramework: { route: 'POST /api/llm/framework', binding: 'JSON', note: ADDING, expected: DRAFT },
  draftFrameworkForm: { route: 'POST /api/llm/framework', binding: 'form', note: ADDING, expected: DRAFT },
  draftWithOllama: { route: 'POST /api/ollama/framework', binding: 'JSON', note: ADDING, expected: DRAFT },
  draftWithOllamaForm: { route: 'POST /api/ollama/framework', binding: 'form', note: ADDING, expected: DRAFT },
  proposeAlignments: { route: 'POST /api/llm/align', binding: 'JSON', note: ALIGNING, expected: DRAFT },
  proposeAlignmentsForm: { route: 'POST /api/llm/align', binding: 'form', note: ALIGNING, expected: DRAFT },
  competencyIndex: { route: 'GET /api/ce/pna/{id}', binding: null, expected: PROFILE },
  competencyIndexByType: { route: 'GET /api/ce/pna/{type}/{id}', binding: null, expected: PROFILE },
  badgeKey: { route: 'GET /api/badge/pk', binding: null, expected: SAME(200) },
  badgeIssuer: { route: 'GET /api/badge/profile/{fingerprint}', ...NO_BADGE },
  badgeIssuerKey: { route: 'GET /api/badge/cryptographicKey/{fingerprint}', ...NO_BADGE },
  badgeClass: { route: 'GET /api/badge/class/{id}', ...NO_BADGE },
  badgeClassOfIssuer: { route: 'GET /api/badge/class/{id}/{fingerprint}', ...NO_BADGE },
  badgeClassImage: { route: 'GET /api/badge/image/{id}', ...NO_BADGE },
  badgeAssertion: { route: 'GET /api/badge/assertion/{id}', ...NO_BADGE },
  badgeAssertionByType: { route: 'GET /api/badge/assertion/{type}/{id}', ...NO_BADGE },
  badgeImage: { route: 'GET /api/badge/assertion/{id}/image', ...NO_BADGE },
  badgeCredential: { route: 'GET /api/badge/v3/credential/{id}', ...NO_BADGE },
  badgeCredentialImage: { route: 'GET /api/badge/v3/credential/{id}/image', ...NO_BADGE },
  learnerRecord: { route: 'GET /api/badge/v3/clr', ...NO_BADGE },
  badgeStatusList: { route: 'GET /api/badge/v3/status/{list}', ...NO_BADGE },
  verifyBadge: { route: 'POST /api/badge/verify', binding: 'JSON', expected: SAME(200) },
  verifyBadgeForm: { route: 'POST /api/badge/verify', binding: 'form', expected: SAME(200) },
  importBadge: {
    route: 'POST /api/badge/import',
    binding: 'JSON',
    note: 'signed-in users have a Person',
    expected: PERSONS,
  },
  importBadgeForm: {
    route: 'POST /api/badge/import',
    binding: 'form',
    note: 'signed-in users have a Person',
    expected: PERSONS,
  },
  didDocument: { route: 'GET /.well-known/did.json', binding: null, expected: SAME(200) },
  badgeKeys: { route: 'GET /.well-known/jwks.json', binding: null, expected: SAME(200) },
  profileKey: { route: 'GET /api/profile/pk', binding: null, expected: SAME(200) },
  salts: { route: 'GET /api/sky/id/salts', binding: null, expected: SAME(200) },
  heldKeys: { route: 'GET /api/sky/id/keys', binding: null, expected: { '-': among(['user', 'member'], 200, 401) } },
  createIdentity: identity('create', 'JSON'),
  createIdentityForm: identity('create', 'form'),
  commitIdentity: identity('commit', 'JSON'),
  commitIdentityForm: identity('commit', 'form'),
  login: identity('login', 'JSON'),
  loginForm: identity('login', 'form'),
  signIn: { route: 'GET /api/login', binding: null, expected: SAME(302) },
  signInAlias: { route: 'GET /login', binding: null, expected: SAME(302) },
  signOut: { route: 'GET /api/logout', binding: null, expected: SAME(302) },
  signOutAlias: { route: 'GET /logout', binding: null, expected: SAME(302) },
  callback: { route: 'GET /callback', binding: null, note: 'without a sign-in', expected: SAME(403) },
  callbackAlias: { route: 'GET /api/callback', binding: null, note: 'without a sign-in', expected: SAME(403) },
  protectedResource: { route: 'GET /.well-known/oauth-protected-resource', binding: null, expected: SAME(200) },
  authorizationServer: { route: 'GET /.well-known/oauth-authorization-server', binding: null, expected: SAME(200) },
  reindex: { route: 'POST /api/util/reindex', binding: 'JSON', expected: ADMIN },
  reindexForm: { route: 'POST /api/util/reindex', binding: 'form', expected: ADMIN },
  purge: { route: 'POST /api/util/purge', binding: 'JSON', expected: ADMIN },
  purgeForm: { route: 'POST /api/util/purge', binding: 'form', expected: ADMIN },
  publishCompetencyIndex: {
    route: 'POST /api/ce/pna/{id}',
    binding: 'JSON',
    note: 'a name that no object has',
    expected: ADMIN,
  },
  publishCompetencyIndexForm: {
    route: 'POST /api/ce/pna/{id}',
    binding: 'form',
    note: 'a name that no object has',
    expected: ADMIN,
  },
  publishCompetencyIndexByType: {
    route: 'POST /api/ce/pna/{type}/{id}',
    binding: 'JSON',
    note: 'a name that no object has',
    expected: ADMIN,
  },
  publishCompetencyIndexByTypeForm: {
    route: 'POST /api/ce/pna/{type}/{id}',
    binding: 'form',
    note: 'a name that no object has',
    expected: ADMIN,
  },
  cull: { route: 'POST /api/util/cull', binding: 'JSON', expected: ADMIN },
  cullForm: { route: 'POST /api/util/cull', binding: 'form', expected: ADMIN },
  cullFast: { route: 'POST /api/util/cullFast', binding: 'JSON', expected: ADMIN },
  cullFastForm: { route: 'POST /api/util/cullFast', binding: 'form', expected: ADMIN },
  listOperations: { route: 'GET /api/util/operations', binding: null, expected: ADMIN },
  listRecordStores: { route: 'GET /api/util/recordStores', binding: null, expected: ADMIN },
  listChanges: { route: 'GET /api/util/changes', binding: null, expected: ADMIN },
  exportObjects: { route: 'GET /api/util/export', binding: null, expected: ADMIN },
  importObjects: { route: 'POST /api/util/import', binding: null, note: 'no lines', expected: ADMIN },
  copyServer: { route: 'POST /api/util/copy', binding: 'JSON', note: REFUSED, expected: COPY },
  copyServerForm: { route: 'POST /api/util/copy', binding: 'form', note: REFUSED, expected: COPY },
  cancelCopy: { route: 'DELETE /api/util/copy', binding: null, note: 'none is running', expected: ADMIN },
  mcp: { route: 'POST /api/mcp', binding: 'JSON', note: 'begins a session', expected: SAME(200) },
  endMcpSession: { route: 'DELETE /api/mcp', binding: null, note: 'without a session', expected: SAME(400) },
  ping: { route: 'GET /api/ping', binding: null, expected: SAME(200) },
  admin: { route: 'GET /api/sky/admin', binding: null, expected: SAME(200) },
  openapi: { route: 'GET /api/openapi.json', binding: null, expected: SAME(200) },
  swagger: { route: 'GET /api/swagger.json', binding: null, expected: SAME(200) },
  openapiPage: { route: 'GET /api/openapi/', binding: null, expected: SAME(200) },
  swaggerPage: { route: 'GET /api/swagger/', binding: null, expected: SAME(200) },
  livez: { route: 'GET /livez', binding: null, expected: SAME(200) },
  readyz: { route: 'GET /readyz', binding: null, expected: SAME(200) },
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof OPERATIONS;

/** Identities have passwords: the caller makes no difference. The status is that of a request without a name. */
function identity(verb: string, binding: 'JSON' | 'form'): Operation {
  return { route: `POST /api/sky/id/${verb}`, binding, note: 'without a user name', expected: SAME(422) };
}
