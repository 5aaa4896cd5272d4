import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parsePublicKey } from '../../shared/base/crypto/public-key.ts';
import { type Operation, operationOf, readApiDescription, SIGN_IN_PATH } from '../support/api-description.ts';
import { createBadgeKit } from '../support/badges.ts';
import type { Call, Thing } from '../support/client.ts';
import { type ExchangeSamples, exchangeRecipes, makeExchangeSamples } from '../support/exchange-recipes.ts';
import { modelSettings, sensible, startModelServer } from '../support/model-server.ts';
import { newFramework } from '../support/profile-objects.ts';
import { sheetEntry } from '../support/sheet-entry.ts';
import { sheet } from '../support/signer.ts';
import { guid, newThing, nextVersion, saveNew } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';
import { webhookRecipes } from '../support/webhook-recipes.ts';

/** Described statuses that no request of these tests brings about, unless there is a recipe for it, and why. */
const UNREACHABLE: readonly (readonly [operation: RegExp, status: number])[] = [
  [/./, 500], // a fault of ours
  [/./, 503], // the store is unavailable: tested with faults
  [/^deleteObject/, 409], // a hundred other writes of the object in a row came first
  [/^(?:reindex|purge|cull|cullFast|copyServer)$/, 409], // another one is under way: admin.test.ts has several at once
  [/^importObjects$/, 413], // lines that are too large are reported in the result
  // Where an address is not allowed, or has sent too many requests: network.test.ts
  [/./, 401],
  [/./, 403],
  [/./, 429],
  [/^heldKeys$/, 200], // for signed-in users
  [/^(?:case1|export|competencyDefinition|competencyIndex)/, 413], // 256 Mi characters in one framework
  [/^(?:harvestCase|listRemoteCaseDocuments)$/, 200], // from another server: case-harvest.test.ts
  [/^(?:importCasePackage|harvestCase|listRemoteCaseDocuments)$/, 502], // case-harvest.test.ts
  [/^copyServer$/, 200], // from another server: copy-server.test.ts
  [/^copyServer$/, 502], // copy-server.test.ts
  [/^(?:importAsn|processJsonLd)$/, 502], // document-loader.test.ts
  [/^getObject/, 413], // json-ld.test.ts
  [/^import.*At$/, 404], // whatever the path says
  [/^learnerRecord$/, 413], // more than 500 badges
  [/^(?:badgeCredential(?:Image)?|learnerRecord)$/, 409], // fifty other badges in a row came first
  [/^badgeStatusList$/, 400], // a list is looked up by whatever the path says
  [/^publishCompetencyIndex/, 404], // the object is deleted at the same time
  [/^publishCompetencyIndex/, 501], // functions without a bucket
  [/^(?:propose|find)Alignments$/, 502], // drafting-faults.test.ts
  [/^(?:propose|find)Alignments$/, 504], // drafting-faults.test.ts
  [/^(?:addWebhook|rotateWebhookSecret)$/, 409], // webhooks.test.ts; two requests at once
  [/Report$/, 400], // a report is looked up by whatever the path says
  [/^case10CF(?:AssociationGroupings|Concepts|ItemTypes|Licenses|Rubrics|Subjects)$/, 400], // whatever the path says
  [/^bulk$/, 304], // on a cluster, two minutes after the last write: bulk.test.ts
  [/^getDumpFile$/, 400], // a file is looked up by whatever the path says
  [/^import(?:C|Asn)/, 409], // an object with its id is stored encrypted: import-preview.test.ts
  [/^(?:search|postSearch)(?:Data)?$/, 404], // `similarTo`, where there is a model: meaning.test.ts
  [/^(?:search|postSearch)(?:Data)?$/, 502], // meaning.test.ts
  [/^(?:search|postSearch)(?:Data)?$/, 504], // a model that is too slow
  [/^login$/, 409], // thirty-two other logins of the user in a row came first
];

const OPERATIONS = readApiDescription();
const LIMIT = 16_384;
/** Fails and stalls for topics of these names. */
const models = await startModelServer();
models.reply((call) => {
  if (call.data.topic === 'failing') return { text: 'no' };
  return call.data.topic === 'slow' ? 'stall' : sensible(call);
});
afterAll(() => models.stop());
const dumps = await mkdtemp(join(tmpdir(), 'dumps-'));
afterAll(() => rm(dumps, { recursive: true, force: true }));
const { server, client } = useServer({
  DUMP_DIRECTORY: dumps,
  POST_MAX_SIZE: String(LIMIT),
  ...modelSettings(models),
  LLM_TIMEOUT_MS: '500',
});
const cast = useCast(server);
/** Sheets that are wrong, by the status that they bring. */
let wrong: Readonly<Record<number, string>>;
let samples: ExchangeSamples;
let badges: Readonly<
  Record<
    'competency' | 'assertion' | 'unpublished' | 'withdrawn' | 'fingerprint' | 'list' | 'framework' | 'subject' | 'own',
    string
  >
>;

beforeAll(async () => {
  samples = await makeExchangeSamples(client, cast.sheets.owner, cast.reader.pem);
  badges = await makeBadges();
  wrong = {
    419: await sheet(server.api, [cast.other], -1000),
    422: '{',
    451: JSON.stringify([await sheetEntry(server.api, cast.other, { tampered: { expiry: Date.now() + 1e5 } })]),
  };
});

/** A sheet with more entries than are taken. */
const tooMany = JSON.stringify(Array.from({ length: 65 }, () => ({})));

async function makeBadges(): Promise<typeof badges> {
  const { teacher, learner, own, newCompetency, assertionOf, publish } = await createBadgeKit(server, client);
  const competency = await newCompetency();
  const framework = await made({
    '@context': 'https://schema.cassproject.org/0.4',
    '@type': 'Framework',
    competency: [competency['@id']],
  });
  const unpublished = { ...(await assertionOf(competency['@id'])), reader: [] };
  await client.save(unpublished, own);
  const withdrawn = await publish(competency['@id']);
  await client.call(withdrawn['@id'], { method: 'DELETE', sheet: own });
  const assertion = guid(await publish(competency['@id']));
  const { credentialStatus } = (await client.call(`/api/badge/v3/credential/${assertion}`)).json();
  return {
    competency: guid(competency),
    assertion,
    list: credentialStatus.statusListCredential.replace(/^.*\//, ''),
    unpublished: guid(unpublished),
    withdrawn: guid(withdrawn),
    own,
    framework: framework['@id'],
    subject: parsePublicKey(learner.pem).fingerprint,
    fingerprint: parsePublicKey(teacher.pem).fingerprint,
  };
}

const made = (members: Record<string, unknown> = {}) => saveNew(server, client, members);

/** The three addresses of an object, in the order of their templates. */
const PLACES: Record<string, (thing: Thing) => string> = {
  '/api/data/{uid}': (thing) => `/api/data/${guid(thing)}`,
  '/api/data/{type}/{uid}': (thing) => `/api/data/schema.org.Thing/${guid(thing)}`,
  '/api/data/{type}/{uid}/{version}': (thing) => `/api/data/schema.org.Thing/${guid(thing)}/1000`,
};

type Recipe = () => Promise<readonly [path: string, call: Call]>;
type Recipes = Readonly<Record<number, Recipe>>;

const tooBig = (): Call => ({ json: JSON.stringify('x'.repeat(LIMIT)) });
const untyped: Call = { body: 'x', headers: { 'content-type': 'text/plain' } };

/** Requests that bring wrong sheets about, for an address and a call that need an identity. */
function withWrongSheets(request: Recipe): Recipes {
  return Object.fromEntries(
    Object.keys(wrong ?? { 419: '', 422: '', 451: '' }).map((status) => [
      status,
      async () => {
        const [path, call] = await request();
        return [path, { ...call, headers: { ...call.headers, signatureSheet: wrong[Number(status)] ?? '' } }] as const;
      },
    ]),
  );
}

function getRecipes(at: (thing: Thing) => string): Recipes {
  return {
    200: async () => [at(await made()), {}],
    304: async () => [at(await made()), { headers: { 'if-none-match': '"1000"' } }],
    400: async () => [`${at(await made())}?version=x`, {}],
    404: async () => [at(newThing(server)), {}],
    406: async () => [at(await made()), { headers: { accept: 'application/trig' } }],
    412: async () => [at(await made()), { headers: { 'if-match': '"7"' } }],
    ...withWrongSheets(async () => [at(await made({ '@reader': [cast.reader.pem] })), {}]),
  };
}

function postRecipes(at: (thing: Thing) => string): Recipes {
  const fresh = async (call: (thing: Thing) => Call): Promise<readonly [string, Call]> => {
    const thing = newThing(server);
    return [at(thing), call(thing)];
  };
  return {
    200: () => fresh((thing) => ({ json: thing })),
    400: () => fresh(() => ({ json: '{' })),
    401: async () => {
      const thing = await made({ '@owner': [cast.owner.pem] });
      return [at(thing), { json: nextVersion(thing) }];
    },
    404: () => fresh(() => ({ form: {} })),
    406: () => fresh((thing) => ({ json: thing, headers: { accept: 'image/png' } })),
    409: async () => [at(await made()), { json: newThing(server) }],
    412: () => fresh((thing) => ({ json: thing, headers: { 'if-match': '*' } })),
    413: () => fresh(tooBig),
    415: () => fresh(() => untyped),
    ...withWrongSheets(async () => {
      const thing = await made({ '@owner': [cast.owner.pem] });
      return [at(thing), { json: nextVersion(thing) }];
    }),
  };
}

function deleteRecipes(at: (thing: Thing) => string): Recipes {
  const owned = async (): Promise<string> => at(await made({ '@owner': [cast.owner.pem] }));
  return {
    200: async () => [at(await made()), { method: 'DELETE' }],
    400: async () => [`${at(await made())}?version=x`, { method: 'DELETE' }],
    401: async () => [await owned(), { method: 'DELETE' }],
    412: async () => [at(await made()), { method: 'DELETE', headers: { 'if-match': '"7"' } }],
    ...withWrongSheets(async () => [await owned(), { method: 'DELETE' }]),
  };
}

function bodyRecipes(path: string, good: Call): Recipes {
  return {
    200: async () => [path, good],
    400: async () => [path, { json: '{' }],
    413: async () => [path, tooBig()],
    415: async () => [path, untyped],
  };
}

/** Requests for badges, whose ids in turn are of a competency, an assertion, and one that is not published. */
function badgeRecipes({ path: template }: Operation): Recipes | null {
  if (template === '/api/badge/verify') {
    return {
      ...bodyRecipes(template, { json: { credential: 'x' } }),
      200: async () => [template, { json: { credential: 'x' } }],
    };
  }
  if (template === '/api/badge/import') {
    const json = { credential: 'x' };
    return {
      ...bodyRecipes(template, { json }),
      200: async () => [template, { json, sheet: badges.own }],
      401: async () => [template, { json }],
      404: async () => [template, { json, sheet: cast.sheets.other }],
      ...withWrongSheets(async () => [template, { json }]),
    };
  }
  if (template === '/api/badge/v3/clr') {
    const query = (subject: string) => `${template}?${new URLSearchParams({ subject, frameworkId: badges.framework })}`;
    const sheetOfOwner = { sheet: badges.own };
    return {
      200: async () => [query(badges.subject), sheetOfOwner],
      400: async () => [template, sheetOfOwner],
      404: async () => [query('0'.repeat(32)), sheetOfOwner],
      406: async () => [query(badges.subject), { ...sheetOfOwner, headers: { accept: 'text/css' } }],
      ...withWrongSheets(async () => [query(badges.subject), {}]),
    };
  }
  if (!template.startsWith('/api/badge/')) return null;
  const { competency, assertion, unpublished, withdrawn, fingerprint, list } = badges;
  const isAssertion = /\/(?:assertion|credential)\//.test(template);
  const at = (id: string, key = fingerprint) =>
    template.replace('{id}', id).replace('{list}', id).replace('{fingerprint}', key).replace('{type}', 'Assertion');
  const isById = !template.endsWith('{fingerprint}') || template.includes('{id}');
  const good = at(isAssertion ? assertion : template.endsWith('{list}') ? list : competency);
  return {
    200: async () => [good, {}],
    304: async () => [good, { headers: { 'if-none-match': (await client.call(good)).headers.get('etag') ?? '' } }],
    ...(!template.endsWith('{list}') && {
      400: async () => [template.includes('{fingerprint}') ? at(competency, 'x') : at('%0a'), {}],
    }),
    404: async () => [isById ? at(randomUUID()) : at('', '0'.repeat(32)), {}],
    406: async () => [good, { headers: { accept: 'text/css' } }],
    ...(isAssertion && { 401: async () => [at(unpublished), {}], 410: async () => [at(withdrawn), {}] }),
  };
}

function statementRecipes({ method, path }: Operation): Recipes | null {
  if (/^\/api\/xapi\/(?:endpoint|tick)$/.test(path)) {
    const call = { method };
    return {
      200: async () => [path, call],
      400: async () => [path, { ...call, sheet: tooMany }],
      ...withWrongSheets(async () => [path, call]),
    };
  }
  if (!path.startsWith('/api/xapi/statement')) return null;
  const statement = {
    id: randomUUID(),
    actor: { mbox: 'mailto:a@example.org' },
    verb: { id: 'https://verb.example/' },
    object: { id: 'https://activity.example/' },
    result: { success: true },
  };
  const isPut = method === 'PUT';
  const own = isPut ? `${path}?statementId=${statement.id}` : path;
  const good = { json: isPut ? statement : [] };
  const alternate = {
    statementId: statement.id,
    content: JSON.stringify(statement),
    'Content-Type': 'application/json',
  };
  const { 200: recorded, ...others } = bodyRecipes(own, good);
  return {
    ...others,
    ...(recorded !== undefined && !isPut && { 200: recorded }),
    204: async () => {
      if (isPut) return [own, good];
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return [`${path}?method=PUT`, { headers, body: new URLSearchParams(alternate).toString() }];
    },
    409: async () => {
      const competency = await made({ '@context': 'https://schema.cassproject.org/0.4', '@type': 'Competency' });
      const first = { ...statement, object: { id: competency['@id'] } };
      await client.call(own, { method, json: first });
      return [own, { json: { ...first, result: { success: false } } }];
    },
    ...withWrongSheets(async () => [own, good]),
  };
}

function profileRecipes(path: string, method: string): Recipes {
  const asked = async (frameworkId: string): Promise<readonly [string, Call]> => {
    const parameters = { frameworkId, subject: cast.owner.pem };
    return method === 'POST' ? [path, { json: parameters }] : [`${path}?${new URLSearchParams(parameters)}`, {}];
  };
  const framework = async (): Promise<string> => {
    const made = newFramework(server, []);
    await client.save(made);
    return made['@id'];
  };
  return {
    ...withWrongSheets(async () => asked(await framework())),
    200: async () => asked(await framework()),
    400: async () => [path, {}],
    404: () => asked('none'),
    413: async () => [path, tooBig()],
    415: async () => [path, untyped],
    422: async () => asked((await made())['@id']),
  };
}

/** Requests to the language model. */
function draftRecipes({ path }: Operation): Recipes | null {
  if (!/^\/api\/(?:align$|llm\/|ollama\/)/.test(path)) return null;
  const framework = async (): Promise<string> => {
    const made = newFramework(server, []);
    await client.save(made);
    return made['@id'];
  };
  const isDraft = !path.endsWith('align');
  const target = path === '/api/align' ? 'targets' : 'target';
  const asked = async (id: string, other?: string): Promise<readonly [string, Call]> => {
    const against = other ?? (await framework());
    const json = isDraft ? { extend: id, depth: 1 } : { source: id, [target]: against };
    return [path, { json, sheet: cast.sheets.other }];
  };
  const named = async (name: string): Promise<readonly [string, Call]> => [
    path,
    { json: { name, depth: 1 }, sheet: cast.sheets.other },
  ];
  const anyone = isDraft ? { name: 'x' } : { source: 'x', [target]: 'y' };
  return {
    ...bodyRecipes(path, {}),
    200: async () => asked(await framework()),
    404: () => asked('none'),
    422: async () => asked((await made())['@id']),
    ...(isDraft && { 502: () => named('failing'), 504: () => named('slow') }),
    ...withWrongSheets(async () => [path, { json: anyone }]),
  };
}

async function identity(): Promise<{ username: string; password: string; token: string; credentials: object }> {
  const account = { username: randomUUID(), password: 'p', credentials: {} };
  await client.call('/api/sky/id/create', { json: account });
  const { token } = (await client.call('/api/sky/id/login', { json: account })).json();
  return { ...account, token };
}

function adminRecipes(path: string, method: string): Recipes {
  if (path === '/api/util/copy') {
    const json = { from: 'http://127.0.0.1:9/' };
    const call: Call = method === 'DELETE' ? { method } : { json };
    const { 200: _, ...bodies } = bodyRecipes(path, call);
    return {
      ...bodies,
      [method === 'DELETE' ? 200 : 403]: async () => [path, { ...call, sheet: cast.sheets.admin }],
      ...(method === 'DELETE' && { 400: async () => [path, { ...call, sheet: tooMany }] }),
      401: async () => [path, { ...call, sheet: cast.sheets.other }],
      ...withWrongSheets(async () => [path, call]),
    };
  }
  if (/^\/api\/util\/(?:changes|export|import|operations|recordStores)$/.test(path)) {
    const lines: Call = method === 'GET' ? {} : { body: '', headers: { 'content-type': 'application/x-ndjson' } };
    return {
      200: async () => [path, { ...lines, sheet: cast.sheets.admin }],
      400: async () => [path, { ...lines, sheet: tooMany }],
      401: async () => [path, { ...lines, sheet: cast.sheets.other }],
      415: async () => [path, { ...untyped, sheet: cast.sheets.admin }],
      ...withWrongSheets(async () => [path, lines]),
    };
  }
  return {
    ...bodyRecipes(path, {}),
    200: async () => [`${path}?dryRun=true`, { sheet: cast.sheets.admin }],
    401: async () => [path, { sheet: cast.sheets.other }],
    ...withWrongSheets(async () => [path, {}]),
  };
}

function recipesOf({ method, path }: Operation): Recipes {
  if (SIGN_IN_PATH.test(path)) return { 404: async () => [path, {}] };
  const at = PLACES[path];
  if (at !== undefined) {
    if (method === 'GET') return getRecipes(at);
    return method === 'POST' ? postRecipes(at) : deleteRecipes(at);
  }
  if (path === '/api/sky/repo/search' || path === '/api/data/') {
    if (method === 'POST')
      return { ...bodyRecipes(path, { json: {} }), ...withWrongSheets(async () => [path, { form: {} }]) };
    return {
      200: async () => [path, {}],
      400: async () => [`${path}?size=x`, {}],
      ...withWrongSheets(async () => [path, {}]),
    };
  }
  if (path === '/api/changes') {
    return {
      200: async () => [path, {}],
      400: async () => [`${path}?since=x`, {}],
      404: async () => [`${path}?framework=absent`, {}],
      406: async () => [path, { headers: { accept: 'text/csv' } }],
      ...withWrongSheets(async () => [path, {}]),
    };
  }
  if (path === '/api/profile/latest') return profileRecipes(path, method);
  if (path.startsWith('/api/bulk')) return bulkRecipes(path);
  if (path.startsWith('/api/util/')) return adminRecipes(path, method);
  if (path.startsWith('/api/sky/repo/')) {
    return { ...bodyRecipes(path, { json: [] }), ...withWrongSheets(async () => [path, { json: [] }]) };
  }
  if (path.startsWith('/api/sky/id/') && method === 'POST') {
    return {
      ...bodyRecipes(path, {}),
      200: async () => [
        path,
        { json: path.endsWith('create') ? { ...(await identity()), username: randomUUID() } : await identity() },
      ],
      ...(!path.endsWith('create') && {
        403: async () => [path, { json: { ...(await identity()), password: 'wrong', token: 'wrong' } }],
      }),
      422: async () => [path, { json: {} }],
    };
  }
  if (path === '/api/sky/id/keys') return { 401: async () => [path, {}] };
  return {
    200: async () => [path, {}],
    400: async () => [`${path}?${path.endsWith('ping') ? 'fields' : 'full'}=%ff`, {}],
  };
}

/** Streams, dumps and the catalog. */
function bulkRecipes(path: string): Recipes {
  const address = path === '/api/bulk/dumps/{file}' ? dumpFile : async () => path;
  const tagged = async (): Promise<Call> => {
    const { headers } = await client.call(await address());
    return { headers: { 'if-none-match': headers.get('etag') ?? '' } };
  };
  return {
    200: async () => [await address(), {}],
    ...(!path.includes('dumps') && { 400: async () => [`${path}?cursor=x`, {}] as const }),
    ...(!path.includes('{') && { 406: async () => [path, { headers: { accept: 'text/csv' } }] as const }),
    ...(path === '/api/bulk'
      ? withWrongSheets(async () => [path, {}])
      : { 304: async () => [await address(), await tagged()] }),
    ...(path === '/api/bulk/dumps/{file}' && {
      206: async () => [await address(), { headers: { range: 'bytes=0-1' } }],
      404: async () => ['/api/bulk/dumps/none', {}],
      416: async () => [await address(), { headers: { range: 'bytes=99999999-' } }],
    }),
  };
}

/** The address of a file of the first dump, which is written in the minute after the start. */
function dumpFile(): Promise<string> {
  return vi.waitFor(
    async () => {
      const { dumps } = (await client.call('/api/bulk/dumps')).json();
      return new URL(dumps[0].files[0].url).pathname;
    },
    { timeout: 60_000, interval: 200 },
  );
}

function mcpRecipes({ path, method }: Operation): Recipes | null {
  if (path !== '/api/mcp') return null;
  const headers = { accept: 'application/json, text/event-stream' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const initialize = { json: { jsonrpc: '2.0', id: 1, method: 'initialize', params }, headers };
  const inSession = async (call: Call): Promise<readonly [string, Call]> => {
    const session = (await client.call(path, initialize)).headers.get('mcp-session-id') ?? '';
    return [path, { ...call, headers: { ...headers, 'mcp-session-id': session } }];
  };
  const unknown = { headers: { ...headers, 'mcp-session-id': 'unknown' } };
  if (method === 'DELETE') {
    return { 200: () => inSession({}), 400: async () => [path, {}], 404: async () => [path, unknown] };
  }
  const ping = { json: { jsonrpc: '2.0', id: 1, method: 'ping' } };
  return {
    200: async () => [path, initialize],
    202: () => inSession({ json: { jsonrpc: '2.0', method: 'notifications/initialized' } }),
    400: async () => [path, { json: '{', headers }],
    404: async () => [path, { ...ping, ...unknown }],
    406: async () => [path, { ...initialize, headers: { accept: 'image/png' } }],
    413: async () => [path, { ...tooBig(), headers }],
    415: async () => [path, untyped],
  };
}

const common = { client, withWrongSheets, tooBig, untyped };
const kit = { ...common, admin: () => cast.sheets.admin, samples: () => samples };
const webhookKit = { ...common, sheet: () => cast.sheets.other, tooMany };

describe('H2 every described status occurs, and no other', () => {
  test.each(OPERATIONS.map((operation) => ({ name: `${operation.method} ${operation.path}`, operation })))(
    'H2 $name',
    async ({ operation }) => {
      const recipes =
        exchangeRecipes(operation, kit) ??
        statementRecipes(operation) ??
        draftRecipes(operation) ??
        badgeRecipes(operation) ??
        mcpRecipes(operation) ??
        webhookRecipes(operation, webhookKit) ??
        recipesOf(operation);
      const isUnreachable = (status: number) =>
        SIGN_IN_PATH.test(operation.path) ||
        UNREACHABLE.some(([id, unreachable]) => id.test(operation.id) && unreachable === status);
      const reachable = operation.statuses.filter((status) => recipes[status] !== undefined || !isUnreachable(status));
      for (const status of reachable) {
        const recipe = recipes[status];
        if (recipe === undefined) throw new Error(`No request of this test brings about ${status}.`);
        const [path, call] = await recipe();
        const method = call.method ?? operation.method;
        expect(operationOf(OPERATIONS, method, path.split('?')[0] ?? '')?.id).toBe(operation.id);
        expect((await client.call(path, { ...call, method })).status).toBe(status);
      }
    },
  );
});
