import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IDENTITIES, type Identity, type Operation } from '../support/access/operation.ts';
import { OPERATIONS, type OperationName } from '../support/access/table.ts';
import type { Call, Thing } from '../support/client.ts';
import { modelSettings, startModelServer } from '../support/model-server.ts';
import { useOidc } from '../support/oidc-mode.ts';
import { profilePath } from '../support/profile-client.ts';
import { newFramework } from '../support/profile-objects.ts';
import { guid, newEncryptedValue, newThing, nextVersion, shortId } from '../support/things.ts';
import { useCast } from '../support/use-server.ts';

type Credentials = Pick<Call, 'sheet' | 'headers'>;

/** Requests without a route: all callers get the same response. */
const WITHOUT_ROUTE: readonly (readonly [method: string, path: string, status: number])[] = [
  ['GET', '/api/util/purge', 405],
  ['GET', '/api/nothing', 404],
  ['GET', '/api/kill', 404],
  ['PUT', '/api/data/a/b', 405],
];

const models = await startModelServer();
afterAll(() => models.stop());
const { server, client, provider } = useOidc({ SVC_RATE_LIMIT: 'false', ...modelSettings(models) });
const cast = useCast(server);

/** The proof of each identity. */
let credentials: Readonly<Record<Identity, Credentials>>;
/** Keys that the server holds: of the user, and of the group of the member. */
let held: { readonly user: string; readonly group: string };
/** A public framework that others are aligned to. */
let target: Thing;

beforeAll(async () => {
  const signedIn = async (sub: string, groups: readonly string[] = []) => {
    const token = await provider.token({ sub, groups, auth_time: Math.floor(Date.now() / 1000) });
    return { headers: { authorization: `Bearer ${token}` } };
  };
  const { sheets } = cast;
  const [user, member] = await Promise.all([signedIn('user'), signedIn('member', ['owners'])]);
  credentials = {
    anonymous: {},
    user,
    member,
    stranger: { sheet: sheets.other },
    reader: { sheet: sheets.reader },
    owner: { sheet: sheets.owner },
    admin: { sheet: sheets.admin },
  };
  const ping = async (as: Credentials) => (await client.call('/api/ping', as)).json();
  const [group] = (await ping(member)).ssoAdditionalPublicKeys;
  held = { user: (await ping(user)).ssoPublicKey, group };
  target = await made(newFramework(server, []));
});

/** Makes a new object of a kind. */
const MAKE: Readonly<Record<string, () => Promise<Thing>>> = {
  public: () => made(newThing(server, { name: 'before' })),
  owned: () => made(newThing(server, { name: 'before', '@owner': owners() })),
  protected: () => made(newThing(server, { name: 'before', '@owner': owners(), '@reader': readers() })),
  encrypted: () => made(newEncryptedValue(server, { name: 'before', owner: owners(), reader: readers() })),
  deleted: async () => {
    const thing = await made(newThing(server, { name: 'before', '@owner': owners(), '@reader': readers() }));
    await client.call(shortId(thing), { method: 'DELETE', sheet: cast.sheets.owner });
    return thing;
  },
  framework: () => made(newFramework(server, [])),
  'protected framework': () => made(newFramework(server, [], [], { '@owner': owners(), '@reader': readers() })),
};

function owners(): readonly string[] {
  return [cast.owner.pem, held.group];
}

function readers(): readonly string[] {
  return [cast.reader.pem, held.user];
}

async function made(thing: Thing): Promise<Thing> {
  await client.save(thing);
  return thing;
}

/** Performs an operation. @returns the status that the table speaks of */
type Perform = (as: Credentials, thing: Thing) => Promise<number>;

const path = (thing: Thing): string => thing['@id'].slice(server.url.length - 1);
const shortPath = (thing: Thing): string => shortId(thing).slice(server.url.length - 1);
const uidPath = (thing: Thing): string => `/api/data/${guid(thing)}`;
const item = (thing: Thing): string => shortId(thing).slice(server.api.length);
const changed = (thing: Thing): Thing => nextVersion(thing, { name: 'after' });
const list = (thing: Thing): string => JSON.stringify([item(thing)]);
const query = (thing: Thing): string => `@id:"${shortId(thing)}"`;
const queryPath = (route: string, thing: Thing): string => `${route}?${new URLSearchParams({ q: query(thing) })}`;
const history = (thing: Thing): string => `${shortPath(thing)}?history=true`;
const trail = (thing: Thing): string => `${shortPath(thing)}?audit=true`;

/** An operation with one object. */
function one(pathOf: (thing: Thing) => string, callOf: (thing: Thing) => Call = () => ({})): Perform {
  return async (as, thing) => {
    const call = callOf(thing);
    const headers = { ...call.headers, ...as.headers };
    return (await client.call(pathOf(thing), { ...call, ...as, headers })).status;
  };
}

const UNALIGNED = {
  actor: { mbox: 'mailto:matrix@example.org' },
  verb: { id: 'http://adlnet.gov/expapi/verbs/passed' },
  object: { id: 'https://lms.example/course/unaligned' },
};

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

const form = (text: string): Call => ({ form: { data: text } });
const EMPTY_FORM: Call = { form: {} };
const savedAt = (pathOf: (thing: Thing) => string): Perform =>
  one(
    (thing) => pathOf(changed(thing)),
    (thing) => ({ json: changed(thing) }),
  );
const savedByFormAt = (pathOf: (thing: Thing) => string): Perform =>
  one(
    (thing) => pathOf(changed(thing)),
    (thing) => form(JSON.stringify(changed(thing))),
  );
const deletedAt = (pathOf: (thing: Thing) => string): Perform => one(pathOf, () => ({ method: 'DELETE' }));

/** For operations that leave an object out instead of refusing the request. */
function inList(pathOf: (thing: Thing) => string, callOf: (thing: Thing) => Call, leftOut = 404): Perform {
  return async (as, thing) => {
    const answer = await client.call(pathOf(thing), { ...callOf(thing), ...as });
    expect(answer.status).toBe(200);
    const list = answer.json() as Thing[];
    return list.some((found) => shortId(found) === shortId(thing)) ? 200 : leftOut;
  };
}

/** Whether a caller is told of the last change of an object. */
const inChanges: Perform = async (as, thing) => {
  let since = '';
  for (;;) {
    const { text } = await client.call(`/api/changes?limit=1000${since}`, as);
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    if (lines.some(({ id }) => id === shortId(thing))) return 200;
    const { cursor, more } = lines.at(-1);
    if (!more) return 404;
    since = `&since=${cursor}`;
  }
};

/** As {@link inList}, of an answer with an object per line. */
function inLines(path: string): Perform {
  return async (as, thing) => {
    const answer = await client.call(path, { ...as });
    expect(answer.status).toBe(200);
    const list = answer.text.split('\n').flatMap((line): Thing[] => (line === '' ? [] : [JSON.parse(line)]));
    return list.some((found) => shortId(found) === shortId(thing)) ? 200 : 404;
  };
}

/** For batches in the JSON binding, which say what became of each object. */
function inReport(path: string, itemOf: (thing: Thing) => unknown): Perform {
  return async (as, thing) => {
    const answer = await client.call(path, { json: [itemOf(thing)], ...as });
    expect(answer.status).toBe(200);
    const { failed, ...counts } = answer.json();
    expect(Object.values(counts)).toEqual([1 - failed.length]);
    return failed.length === 0 ? 200 : failed[0].status;
  };
}

/** A request without an object, which follows no redirect. */
function plain(path: string, { sheet: _none, ...call }: Call = {}): Perform {
  return async ({ sheet, headers }) => {
    const { json, ...init } = call;
    const response = await fetch(new URL(path, server.url), {
      redirect: 'manual',
      method: call.method ?? (json === undefined ? 'GET' : 'POST'),
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(init.body !== undefined && { body: init.body }),
      headers: {
        'content-type': 'application/json',
        ...init.headers,
        ...headers,
        ...(sheet && { signatureSheet: sheet }),
      },
    });
    await response.body?.cancel();
    return response.status;
  };
}

/** The two bindings of a POST without an object. */
function both<const Name extends string>(name: Name, path: string, parts: Readonly<Record<string, string | boolean>>) {
  const texts = Object.fromEntries(Object.entries(parts).map(([part, value]) => [part, String(value)]));
  return {
    [name]: one(
      () => path,
      () => ({ json: parts }),
    ),
    [`${name}Form`]: one(
      () => path,
      () => ({ form: texts }),
    ),
  } as Record<Name | `${Name}Form`, Perform>;
}

const profile = (thing: Thing): string => profilePath(thing, cast.reader);
/** A document that changes a framework. */
const ctdlAsnOf = (thing: Thing) => ({
  '@graph': [{ '@id': shortId(thing), '@type': 'ceasn:CompetencyFramework', 'ceasn:name': { en: 'after' } }],
});
const casePackageOf = (thing: Thing) => ({ CFDocument: { uri: shortId(thing), title: 'after' } });
const asnOf = (thing: Thing) => ({
  '@id': shortId(thing),
  '@type': 'http://purl.org/ASN/schema/core/StandardDocument',
  'http://purl.org/dc/elements/1.1/title': 'after',
});
const profileParts = (thing: Thing) => ({ frameworkId: shortId(thing), subject: cast.reader.pem });
const DRY_RUN = { dryRun: true };

/** An operation with a new webhook of the owner, whose receiver does not answer. */
function ofWebhook(path: string, call: Call = {}): Perform {
  return async (as) => {
    const { id } = (
      await client.call('/api/webhooks', { json: { url: 'https://receiver.invalid/' }, sheet: cast.sheets.owner })
    ).json();
    const at = `/api/webhooks/${id}`;
    const { status } = await client.call(at + path, { ...call, ...as });
    await client.call(at, { method: 'DELETE', sheet: cast.sheets.owner });
    return status;
  };
}

const PERFORM: Readonly<Record<OperationName, Perform>> = {
  webhooks: plain('/api/webhooks'),
  addWebhook: one(
    () => '/api/webhooks',
    () => ({ json: {} }),
  ),
  webhook: ofWebhook(''),
  changeWebhook: ofWebhook('', { method: 'PATCH', json: { state: 'paused' } }),
  removeWebhook: ofWebhook('', { method: 'DELETE' }),
  replayWebhook: ofWebhook('/replay', { json: { since: '2100-01-01T00:00:00Z' } }),
  testWebhook: ofWebhook('/test', { method: 'POST' }),
  rotateWebhookSecret: ofWebhook('/secret', { json: {} }),
  readByUid: one(uidPath),
  readByUidForm: one(uidPath, () => EMPTY_FORM),
  read: one(shortPath),
  head: one(shortPath, () => ({ method: 'HEAD' })),
  readForm: one(shortPath, () => EMPTY_FORM),
  history: one(history),
  historyForm: one(history, () => EMPTY_FORM),
  trail: one(trail),
  trailForm: one(trail, () => EMPTY_FORM),
  readVersion: one(path),
  readVersionForm: one(path, () => EMPTY_FORM),
  changes: inChanges,
  find: inList(
    (thing) => queryPath('/api/sky/repo/search', thing),
    () => ({}),
  ),
  findForm: inList(
    () => '/api/sky/repo/search',
    (thing) => form(query(thing)),
  ),
  findJson: inList(
    () => '/api/sky/repo/search',
    (thing) => ({ json: { searchParams: { q: query(thing) } } }),
  ),
  bulk: inLines('/api/bulk?limit=100'),
  findInData: inList(
    (thing) => queryPath('/api/data/', thing),
    () => ({}),
  ),
  findInDataForm: inList(
    () => '/api/data/',
    (thing) => ({ form: { searchParams: JSON.stringify({ q: query(thing) }) } }),
  ),
  findInDataJson: inList(
    () => '/api/data/',
    (thing) => ({ json: { searchParams: { q: query(thing) } } }),
  ),
  multiGet: inList(
    () => '/api/sky/repo/multiGet',
    (thing) => ({ json: [item(thing)] }),
  ),
  multiGetForm: inList(
    () => '/api/sky/repo/multiGet',
    (thing) => form(list(thing)),
  ),
  saveByUid: savedAt(uidPath),
  saveByUidForm: savedByFormAt(uidPath),
  save: savedAt(shortPath),
  saveForm: savedByFormAt(shortPath),
  saveVersion: savedAt(path),
  saveVersionForm: savedByFormAt(path),
  multiPut: inReport('/api/sky/repo/multiPut', changed),
  multiPutForm: inList(
    () => '/api/sky/repo/multiPut',
    (thing) => form(JSON.stringify([changed(thing)])),
    401,
  ),
  deleteByUid: deletedAt(uidPath),
  delete: deletedAt(shortPath),
  deleteVersion: deletedAt(path),
  multiDelete: inReport('/api/sky/repo/multiDelete', item),
  multiDeleteForm: inList(
    () => '/api/sky/repo/multiDelete',
    (thing) => form(list(thing)),
    401,
  ),
  profile: one(profile),
  profileJson: one(
    () => '/api/profile/latest',
    (thing) => ({ json: profileParts(thing) }),
  ),
  profileForm: one(
    () => '/api/profile/latest',
    (thing) => ({ form: profileParts(thing) }),
  ),
  exportCtdlAsn: one((thing) => `/api/ctdlasn/${guid(thing)}`),
  exportCeasn: one((thing) => `/api/ceasn/${guid(thing)}`),
  importCtdlAsn: one(
    () => '/api/ctdlasn',
    (thing) => ({ json: ctdlAsnOf(thing) }),
  ),
  importCtdlAsnForm: one(
    () => '/api/ctdlasn',
    (thing) => ({ form: { data: JSON.stringify(ctdlAsnOf(thing)) } }),
  ),
  importCtdlAsnAt: one(
    () => '/api/ctdlasn/any',
    (thing) => ({ json: ctdlAsnOf(thing) }),
  ),
  importCtdlAsnAtForm: one(
    () => '/api/ctdlasn/any',
    (thing) => ({ form: { data: JSON.stringify(ctdlAsnOf(thing)) } }),
  ),
  importCeasnAt: one(
    () => '/api/ceasn/any',
    (thing) => ({ json: ctdlAsnOf(thing) }),
  ),
  importCeasnAtForm: one(
    () => '/api/ceasn/any',
    (thing) => ({ form: { data: JSON.stringify(ctdlAsnOf(thing)) } }),
  ),
  ctdlAsnReport: plain('/api/ctdlasn/reports/unknown'),
  case10CFDocuments: one((thing) => `/api/ims/case/v1p0/CFDocuments/${guid(thing)}`),
  case10CFPackages: one((thing) => `/api/ims/case/v1p0/CFPackages/${guid(thing)}`),
  case10CFItems: plain('/api/ims/case/v1p0/CFItems/unknown'),
  case10CFAssociations: plain('/api/ims/case/v1p0/CFAssociations/unknown'),
  case10CFItemAssociations: plain('/api/ims/case/v1p0/CFItemAssociations/unknown'),
  case10CFDocumentsList: plain('/api/ims/case/v1p0/CFDocuments'),
  case10CFItemsList: plain('/api/ims/case/v1p0/CFItems'),
  case10CFAssociationsList: plain('/api/ims/case/v1p0/CFAssociations'),
  case10CFItemAssociationsById: plain('/api/ims/case/v1p0/CFItemAssociations?id=unknown'),
  case10CFPackagesById: plain('/api/ims/case/v1p0/CFPackages?id=unknown'),
  case10CFAssociationGroupings: plain('/api/ims/case/v1p0/CFAssociationGroupings/unknown'),
  case10CFAssociationGroupingsById: plain('/api/ims/case/v1p0/CFAssociationGroupings?id=unknown'),
  case10CFConcepts: plain('/api/ims/case/v1p0/CFConcepts/unknown'),
  case10CFConceptsById: plain('/api/ims/case/v1p0/CFConcepts?id=unknown'),
  case10CFItemTypes: plain('/api/ims/case/v1p0/CFItemTypes/unknown'),
  case10CFItemTypesById: plain('/api/ims/case/v1p0/CFItemTypes?id=unknown'),
  case10CFLicenses: plain('/api/ims/case/v1p0/CFLicenses/unknown'),
  case10CFLicensesById: plain('/api/ims/case/v1p0/CFLicenses?id=unknown'),
  case10CFRubrics: plain('/api/ims/case/v1p0/CFRubrics/unknown'),
  case10CFRubricsById: plain('/api/ims/case/v1p0/CFRubrics?id=unknown'),
  case10CFSubjects: plain('/api/ims/case/v1p0/CFSubjects/unknown'),
  case10CFSubjectsById: plain('/api/ims/case/v1p0/CFSubjects?id=unknown'),
  case11CFDocuments: one((thing) => `/api/ims/case/v1p1/CFDocuments/${guid(thing)}`),
  case11CFPackages: one((thing) => `/api/ims/case/v1p1/CFPackages/${guid(thing)}`),
  case11CFItems: plain('/api/ims/case/v1p1/CFItems/unknown'),
  case11CFAssociations: plain('/api/ims/case/v1p1/CFAssociations/unknown'),
  case11CFItemAssociations: plain('/api/ims/case/v1p1/CFItemAssociations/unknown'),
  case11CFDocumentsList: plain('/api/ims/case/v1p1/CFDocuments'),
  case11CFItemsList: plain('/api/ims/case/v1p1/CFItems'),
  case11CFAssociationsList: plain('/api/ims/case/v1p1/CFAssociations'),
  case11CFItemAssociationsById: plain('/api/ims/case/v1p1/CFItemAssociations?id=unknown'),
  case11CFPackagesById: plain('/api/ims/case/v1p1/CFPackages?id=unknown'),
  case11CFAssociationGroupings: plain('/api/ims/case/v1p1/CFAssociationGroupings/unknown'),
  case11CFAssociationGroupingsById: plain('/api/ims/case/v1p1/CFAssociationGroupings?id=unknown'),
  case11CFConcepts: plain('/api/ims/case/v1p1/CFConcepts/unknown'),
  case11CFConceptsById: plain('/api/ims/case/v1p1/CFConcepts?id=unknown'),
  case11CFItemTypes: plain('/api/ims/case/v1p1/CFItemTypes/unknown'),
  case11CFItemTypesById: plain('/api/ims/case/v1p1/CFItemTypes?id=unknown'),
  case11CFLicenses: plain('/api/ims/case/v1p1/CFLicenses/unknown'),
  case11CFLicensesById: plain('/api/ims/case/v1p1/CFLicenses?id=unknown'),
  case11CFRubrics: plain('/api/ims/case/v1p1/CFRubrics/unknown'),
  case11CFRubricsById: plain('/api/ims/case/v1p1/CFRubrics?id=unknown'),
  case11CFSubjects: plain('/api/ims/case/v1p1/CFSubjects/unknown'),
  case11CFSubjectsById: plain('/api/ims/case/v1p1/CFSubjects?id=unknown'),
  case11Discovery: plain('/api/ims/case/v1p1/discovery/imscasev1p1_openapi3_v1p0.json'),
  importCase: one(
    () => '/api/ims/case/import',
    (thing) => ({ json: casePackageOf(thing) }),
  ),
  importCaseForm: one(
    () => '/api/ims/case/import',
    (thing) => ({ form: { data: JSON.stringify(casePackageOf(thing)) } }),
  ),
  harvestCase: one(
    () => '/api/ims/case/harvest',
    () => ({ json: { caseEndpoint: 'http://127.0.0.1:9' } }),
  ),
  harvestCaseForm: one(
    () => '/api/ims/case/harvest',
    () => ({ form: { caseEndpoint: 'http://127.0.0.1:9' } }),
  ),
  remoteCaseDocuments: plain('/api/ims/case/getDocs?url=http://127.0.0.1:9/'),
  caseReport: plain('/api/ims/case/reports/unknown'),
  exportAsn: one((thing) => `/api/asn/${guid(thing)}`),
  importAsn: one(
    () => '/api/asn',
    (thing) => ({ json: asnOf(thing) }),
  ),
  importAsnForm: one(
    () => '/api/asn',
    (thing) => ({ form: { data: JSON.stringify(asnOf(thing)) } }),
  ),
  asnReport: plain('/api/asn/reports/unknown'),
  processJsonLd: one(
    () => '/api/jsonld',
    () => ({ json: {} }),
  ),
  processJsonLdForm: one(
    () => '/api/jsonld',
    () => ({ form: { data: '{}' } }),
  ),
  recordStatement: one(
    () => '/api/xapi/statement',
    () => ({ json: [] }),
  ),
  recordStatementForm: one(
    () => '/api/xapi/statement',
    () => ({ form: { statement: '[]' } }),
  ),
  recordStatements: one(
    () => '/api/xapi/statements',
    () => ({ json: [] }),
  ),
  recordStatementsForm: one(
    () => '/api/xapi/statements',
    () => ({ form: { statement: '[]' } }),
  ),
  putStatement: one(
    () => `/api/xapi/statements?statementId=${crypto.randomUUID()}`,
    () => ({ method: 'PUT', json: UNALIGNED }),
  ),
  xapiEndpoints: plain('/api/xapi/endpoint'),
  pollRecordStores: one(
    () => '/api/xapi/tick',
    () => ({ method: 'POST' }),
  ),
  xapiKey: plain('/api/xapi/pk'),
  mcp: one(
    () => '/api/mcp',
    () => ({ json: INITIALIZE, headers: { accept: 'application/json, text/event-stream' } }),
  ),
  endMcpSession: one(
    () => '/api/mcp',
    () => ({ method: 'DELETE' }),
  ),
  competencyDefinition: one((thing) => `/api/scd/${guid(thing)}`),
  competencyDefinitionByType: one((thing) => `/api/scd/Framework/${guid(thing)}`),
  draftFramework: one(
    () => '/api/llm/framework',
    (thing) => ({ json: { extend: shortId(thing), depth: 1 } }),
  ),
  draftFrameworkForm: one(
    () => '/api/llm/framework',
    (thing) => ({ form: { extend: shortId(thing), depth: '1' } }),
  ),
  draftWithOllama: one(
    () => '/api/ollama/framework',
    (thing) => ({ json: { extend: shortId(thing), depth: 1 } }),
  ),
  draftWithOllamaForm: one(
    () => '/api/ollama/framework',
    (thing) => ({ form: { extend: shortId(thing), depth: '1' } }),
  ),
  proposeAlignments: one(
    () => '/api/llm/align',
    (thing) => ({ json: { source: shortId(thing), target: shortId(target) } }),
  ),
  proposeAlignmentsForm: one(
    () => '/api/llm/align',
    (thing) => ({ form: { source: shortId(thing), target: shortId(target) } }),
  ),
  findAlignments: one(
    () => '/api/align',
    (thing) => ({ json: { source: shortId(thing), targets: [shortId(target)] } }),
  ),
  findAlignmentsForm: one(
    () => '/api/align',
    (thing) => ({ form: { source: shortId(thing), targets: shortId(target) } }),
  ),
  competencyIndex: one((thing) => `/api/ce/pna/${guid(thing)}`),
  competencyIndexByType: one((thing) => `/api/ce/pna/Framework/${guid(thing)}`),
  publishCompetencyIndex: one(
    () => '/api/ce/pna/by-hand',
    () => ({ json: {} }),
  ),
  publishCompetencyIndexForm: one(
    () => '/api/ce/pna/by-hand',
    () => ({ form: { data: '{}' } }),
  ),
  publishCompetencyIndexByType: one(
    () => '/api/ce/pna/Framework/by-hand',
    () => ({ json: {} }),
  ),
  publishCompetencyIndexByTypeForm: one(
    () => '/api/ce/pna/Framework/by-hand',
    () => ({ form: { data: '{}' } }),
  ),
  badgeKey: plain('/api/badge/pk'),
  badgeIssuer: plain(`/api/badge/profile/${'0'.repeat(32)}`),
  badgeIssuerKey: plain(`/api/badge/cryptographicKey/${'0'.repeat(32)}`),
  badgeClass: plain('/api/badge/class/unknown'),
  badgeClassOfIssuer: plain(`/api/badge/class/unknown/${'0'.repeat(32)}`),
  badgeClassImage: plain('/api/badge/image/unknown'),
  badgeAssertion: plain('/api/badge/assertion/unknown'),
  badgeAssertionByType: plain('/api/badge/assertion/Assertion/unknown'),
  badgeImage: plain('/api/badge/assertion/unknown/image'),
  badgeCredential: plain('/api/badge/v3/credential/unknown'),
  badgeCredentialImage: plain('/api/badge/v3/credential/unknown/image'),
  learnerRecord: plain(`/api/badge/v3/clr?subject=${'0'.repeat(32)}&frameworkId=unknown`),
  badgeStatusList: plain('/api/badge/v3/status/unknown'),
  verifyBadge: one(
    () => '/api/badge/verify',
    () => ({ json: { credential: 'x' } }),
  ),
  verifyBadgeForm: one(
    () => '/api/badge/verify',
    () => ({ form: { credential: 'x' } }),
  ),
  importBadge: one(
    () => '/api/badge/import',
    () => ({ json: { credential: 'x' } }),
  ),
  importBadgeForm: one(
    () => '/api/badge/import',
    () => ({ form: { credential: 'x' } }),
  ),
  didDocument: plain('/.well-known/did.json'),
  badgeKeys: plain('/.well-known/jwks.json'),
  profileKey: plain('/api/profile/pk'),
  salts: plain('/api/sky/id/salts'),
  heldKeys: plain('/api/sky/id/keys'),
  ...both('createIdentity', '/api/sky/id/create', {}),
  ...both('commitIdentity', '/api/sky/id/commit', {}),
  ...both('login', '/api/sky/id/login', {}),
  signIn: plain('/api/login'),
  signInAlias: plain('/login'),
  signOut: plain('/api/logout'),
  signOutAlias: plain('/logout'),
  callback: plain('/callback'),
  callbackAlias: plain('/api/callback'),
  protectedResource: plain('/.well-known/oauth-protected-resource'),
  protectedMcpResource: plain('/.well-known/oauth-protected-resource/api/mcp'),
  authorizationServer: plain('/.well-known/oauth-authorization-server'),
  ...both('reindex', '/api/util/reindex', DRY_RUN),
  ...both('purge', '/api/util/purge', DRY_RUN),
  ...both('cull', '/api/util/cull', DRY_RUN),
  ...both('cullFast', '/api/util/cullFast', DRY_RUN),
  listOperations: plain('/api/util/operations'),
  listRecordStores: plain('/api/util/recordStores'),
  listChanges: plain('/api/util/changes'),
  exportObjects: plain('/api/util/export'),
  importObjects: plain('/api/util/import', {
    method: 'POST',
    body: '\n',
    headers: { 'content-type': 'application/x-ndjson' },
  }),
  ...both('copyServer', '/api/util/copy', { from: 'http://127.0.0.1:9/' }),
  cancelCopy: plain('/api/util/copy', { method: 'DELETE' }),
  ping: plain('/api/ping'),
  admin: plain('/api/sky/admin'),
  openapi: plain('/api/openapi.json'),
  swagger: plain('/api/swagger.json'),
  openapiPage: plain('/api/openapi/'),
  swaggerPage: plain('/api/swagger/'),
  livez: plain('/livez'),
  readyz: plain('/readyz'),
  getCatalog: plain('/api/bulk/catalog'),
  listDumps: plain('/api/bulk/dumps'),
  getDumpFile: plain('/api/bulk/dumps/latest.sha256'),
};

/** Operations that may change the object: each call gets a new one. */
const WRITES = /^(?:save|multiPut|delete|multiDelete)/;

const CASES = Object.entries<Operation>(OPERATIONS).flatMap(([name, { expected }]) =>
  Object.entries(expected).map(([kind, statuses]) => ({ name: name as OperationName, kind, statuses })),
);

describe('A26 permissions by caller, as docs/use/access.md has them', () => {
  test.each(CASES)('A26 $name of $kind', async ({ name, kind, statuses }) => {
    const make = MAKE[kind] ?? (() => Promise.resolve(newThing(server)));
    const shared = WRITES.test(name) ? null : await make();
    const actual = await Promise.all(
      IDENTITIES.map(async (identity) => {
        const thing = shared ?? (await make());
        const status = await PERFORM[name](credentials[identity], thing);
        if (WRITES.test(name)) await expectUntouchedUnless(status === 200, { name, kind, thing, identity });
        return [identity, status];
      }),
    );
    expect(Object.fromEntries(actual)).toEqual(statuses);
  });

  test.each(WITHOUT_ROUTE)('A26 %s %s is the same for all callers', async (method, path, status) => {
    const calls = IDENTITIES.map((identity) => client.call(path, { method, ...credentials[identity] }));
    expect((await Promise.all(calls)).map((answer) => answer.status)).toEqual(IDENTITIES.map(() => status));
  });
});

type Performed = {
  readonly name: OperationName;
  readonly kind: string;
  readonly thing: Thing;
  readonly identity: Identity;
};

/** A refused write leaves all as it was; an allowed one does what it says. */
async function expectUntouchedUnless(allowed: boolean, { name, kind, thing, identity }: Performed): Promise<void> {
  const after = await client.call(shortId(thing), { sheet: cast.sheets.admin });
  const deleted = kind === 'deleted' ? !(allowed && !name.startsWith('delete')) : allowed && /delete/i.test(name);
  expect(after.status, `${name} of ${kind} by ${identity}`).toBe(deleted ? 404 : 200);
  if (deleted) return;
  expect(after.json().name, `${name} of ${kind} by ${identity}`).toBe(allowed ? 'after' : 'before');
}
