import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CALLERS, type CallerName, type Cast, castOf } from '../support/cast.ts';
import { type Call, type Client, createClient, type Thing } from '../support/client.ts';
import type { Answer } from '../support/described-fetch.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { sheet } from '../support/signer.ts';
import { newThing, shortId } from '../support/things.ts';

const OPERATIONS = ['reindex', 'purge', 'cull', 'cullFast'] as const;
const CONTEXT = 'https://schema.cassproject.org/0.4';
const NDJSON = 'application/x-ndjson';

let server: TestServer;
let client: Client;
let cast: Cast;
/** As an operator reads it. */
let secret: string;

async function open(settings: Record<string, string> = {}): Promise<void> {
  server = await startServer({ LOG_LEVEL: 'debug', ...settings });
  client = createClient(server);
  cast = await castOf(server);
  secret = await secretOf(server);
}

function secretOf({ directory }: TestServer): Promise<string> {
  return readFile(join(directory, 'keys', 'skyId.secret'), 'utf8');
}

/** Carries out an operation as the admin, by a sheet in the header. */
async function util(operation: string, call: Call = {}): Promise<Answer> {
  return client.call(`/api/util/${operation}`, { method: 'POST', sheet: cast.sheets.admin, ...call });
}

function competency(members: Record<string, unknown> = {}, type = 'Competency'): Thing {
  const id = `${server.api}data/schema.cassproject.org.0.4.${type}/${randomUUID()}`;
  return { '@context': CONTEXT, '@type': type, '@id': id, ...members };
}

const framework = (competencies: readonly Thing[]): Thing =>
  competency({ competency: competencies.map((one) => one['@id']) }, 'Framework');

const exists = async (thing: Thing): Promise<boolean> =>
  (await client.call(shortId(thing), { sheet: cast.sheets.admin })).status === 200;

describe('permission for admin operations', () => {
  beforeAll(() => open());
  afterAll(() => server.dispose());

  test.each(OPERATIONS)('A26 to %s by key is given to the admin only', async (operation) => {
    const expected: Record<CallerName, number> = { anonymous: 401, other: 401, reader: 401, owner: 401, admin: 200 };
    for (const binding of [{}, { json: { dryRun: true } }, { form: { dryRun: 'true' } }, { urlencoded: {} }]) {
      for (const caller of CALLERS) {
        const signed = { method: 'POST', sheet: cast.sheets[caller], ...binding };
        const answer = await client.call(`/api/util/${operation}?dryRun=true`, signed);
        expect(answer.status, `${caller} ${Object.keys(binding)}`).toBe(expected[caller]);
      }
    }
  });

  test('can be proved by a sheet in a JSON envelope', async () => {
    const json = { signatureSheet: JSON.parse(cast.sheets.admin), dryRun: true };
    expect((await client.call('/api/util/purge', { json })).status).toBe(200);
  });

  test('is not given by a sheet of the admin for another address', async () => {
    const strict = await startServer({ SHEET_SERVER_CHECK: 'strict' });
    const admin = (await castOf(strict)).admin;
    const elsewhere = await sheet('https://example.org/somewhere', [admin]);
    const answer = await createClient(strict).call('/api/util/purge', { method: 'POST', sheet: elsewhere });
    expect(answer.status).toBe(401);
    await strict.dispose();
  });

  test('is refused with 419 or 422 by the error of the sheet', async () => {
    const expired = await sheet(server.api, [cast.admin], -1000);
    expect((await util('purge', { sheet: expired })).status).toBe(419);
    expect((await util('purge', { sheet: '{' })).status).toBe(422);
    expect((await util('purge', { sheet: expired, form: {} })).status).toBe(419);
  });

  const ways: Record<string, (text: string) => Call> = {
    header: (text) => ({ headers: { 'x-admin-secret': text } }),
    'JSON member': (text) => ({ json: { secret: text, dryRun: true } }),
    'form part': (text) => ({ form: { secret: text, dryRun: 'true' } }),
    'urlencoded form': (text) => ({ urlencoded: { secret: text, dryRun: 'true' } }),
  };
  describe.each(Object.entries(ways))('the secret as %s', (_name, call) => {
    test.each(OPERATIONS)('opens %s', async (operation) => {
      expect((await util(`${operation}?dryRun=true`, { sheet: '', ...call(secret) })).status).toBe(200);
    });

    test.each(OPERATIONS)('opens %s in no other form', async (operation) => {
      for (const text of ['', 'x', secret.slice(1), `${secret}x`, secret.toLowerCase()]) {
        const answer = await util(`${operation}?dryRun=true`, { sheet: '', ...call(text) });
        expect(answer.status).toBe(401);
      }
    });
  });

  test('form clients are refused in the words that they know, others by a problem document', async () => {
    for (const operation of OPERATIONS) {
      const known = operation === 'purge' ? 'purge' : 'reindex';
      const form = await util(operation, { sheet: '', urlencoded: { secret: 'wrong' } });
      expect([form.status, form.text]).toEqual([
        401,
        `You must provide secret=\`cat skyId.secret\` to invoke ${known}.`,
      ]);
      const json = await util(operation, { sheet: '' });
      expect(json.json()).toMatchObject({ status: 401, type: 'urn:competency-service:problem:admin-only' });
    }
  });

  test('the secret in the query is ignored, and GET is not taken', async () => {
    const query = `dryRun=true&${new URLSearchParams({ secret })}`;
    for (const operation of OPERATIONS) {
      expect((await util(`${operation}?${query}`, { sheet: '' })).status).toBe(401);
      expect((await client.call(`/api/util/${operation}?${query}`)).status).toBe(405);
    }
  });

  test.each([
    ['a dry run that is neither true nor false', { json: { dryRun: 'yes' } }, 400],
    ['a dry run that is a number', { json: { dryRun: 1 } }, 400],
    ['a secret that is no text', { json: { secret: {} }, sheet: '' }, 400],
    ['an array', { json: [] }, 400],
    ['no JSON', { json: '{' }, 400],
    ['no type', { body: 'dryRun=true', headers: { 'content-type': 'text/plain' } }, 415],
  ] as const)('%s is refused, and nothing is done', async (_name, call, status) => {
    const thing = newThing(server);
    await client.save(thing);
    for (const operation of OPERATIONS) expect((await util(operation, call)).status).toBe(status);
    expect(await exists(thing)).toBe(true);
  });

  test('A22 callers and operations are in the log; the secret never is', async () => {
    await util('cull?dryRun=true', { sheet: '', headers: { 'x-admin-secret': secret } });
    await util('cull?dryRun=true', { sheet: '', form: { secret: `${secret}x` } });
    const asked = await util('reindex', { json: { dryRun: true } });
    // Output of the process arrives a moment after its responses.
    const audit = () =>
      server
        .output()
        .split('\n')
        .filter((line) => /admin operation.*\}$/.test(line))
        .map((line) => JSON.parse(line));
    await expect
      .poll(audit)
      .toContainEqual(expect.objectContaining({ category: 'AUTH', operation: 'cull', by: 'secret' }));
    await expect.poll(audit).toContainEqual(
      expect.objectContaining({
        operation: 'reindex',
        by: expect.stringMatching(/^[0-9a-f]{32}$/),
        dryRun: true,
        requestId: asked.headers.get('x-request-id'),
        scanned: expect.any(Number),
      }),
    );
    expect(server.output()).not.toContain(secret.slice(0, 20));
  });
});

describe('ADMIN_SECRET_IN_QUERY', () => {
  beforeAll(() => open({ ADMIN_SECRET_IN_QUERY: 'true' }));
  afterAll(() => server.dispose());

  test('takes the secret from the query, by GET and POST, as scripts for existing servers send it', async () => {
    const thing = newThing(server);
    await client.save(thing);
    for (const method of ['GET', 'POST']) {
      for (const operation of OPERATIONS) {
        const at = (text: string) => `/api/util/${operation}?dryRun=true&${new URLSearchParams({ secret: text })}`;
        expect((await client.call(at(secret), { method })).status).toBe(200);
        expect((await client.call(at(`${secret}x`), { method })).status).toBe(401);
        expect((await client.call(`/api/util/${operation}`, { method })).status).toBe(401);
      }
    }
    expect(server.output()).not.toContain(encodeURIComponent(secret).slice(0, 20));
  });

  test('HEAD sets nothing off', async () => {
    const thing = newThing(server);
    await client.save(thing);
    const path = `/api/util/purge?${new URLSearchParams({ secret })}`;
    expect((await client.call(path, { method: 'HEAD' })).status).toBe(405);
    expect(await exists(thing)).toBe(true);
  });
});

describe('an admin operation', () => {
  beforeAll(() => open());
  afterAll(() => server.dispose());
  beforeEach(async () => {
    await util('purge');
  });

  test('reindex leaves everything findable as before', async () => {
    const things = Array.from({ length: 25 }, (_, order) => newThing(server, { name: `wheel ${order}` }));
    await client.call('/api/sky/repo/multiPut', { json: things });
    const [first] = things;
    if (first !== undefined) await client.call(shortId(first), { method: 'DELETE' });
    const before = await client.find('wheel');
    expect((await util('reindex')).json()).toEqual({ scanned: 25, removed: 0, tookMs: expect.any(Number) });
    expect(await client.find('wheel')).toEqual(before);
    expect(before).toHaveLength(24);
  });

  test('purge leaves nothing of objects, history and identities, and all names are free', async () => {
    const thing = newThing(server, { name: 'wheel', '@owner': [cast.owner.pem] });
    await client.save(thing);
    const account = { username: randomUUID(), password: 'p', credentials: {} };
    await client.call('/api/sky/id/create', { json: account });

    expect((await util('purge?dryRun=true')).json()).toMatchObject({ scanned: 1, removed: 1 });
    expect(await exists(thing)).toBe(true);
    expect((await client.call('/api/sky/id/login', { json: account })).status).toBe(200);

    expect((await util('purge')).json()).toMatchObject({ scanned: 1, removed: 1 });
    expect(await exists(thing)).toBe(false);
    expect(await client.find('*', cast.sheets.admin)).toEqual([]);
    const history = await client.call(`${shortId(thing)}?history=true`, { sheet: cast.sheets.admin });
    expect(history.status).toBe(404);
    expect((await client.call('/api/sky/id/login', { json: account })).status).toBe(403);
    expect((await client.call('/api/sky/id/create', { json: account })).status).toBe(200);
    await client.save({ ...thing, name: 'new', '@owner': [cast.other.pem] });
    expect(await client.find('new')).toEqual([thing['@id']]);
  });

  test('purge keeps the keys and salts of the server', async () => {
    const paths = ['/api/sky/admin', '/api/sky/id/salts'];
    const before = await Promise.all(paths.map(async (path) => (await client.call(path)).text));
    await util('purge');
    expect(await Promise.all(paths.map(async (path) => (await client.call(path)).text))).toEqual(before);
    expect(await secretOf(server)).toBe(secret);
  });

  test.each(['cull', 'cullFast'])('%s keeps whatever GET finds at an address in a framework', async (operation) => {
    const made = Array.from({ length: 5 }, () => competency());
    for (const thing of made) await client.save(thing);
    const [first, second, third, fourth, fifth] = made.map((thing) => thing['@id'].slice(server.api.length));
    const listed = [
      `${server.api}${first?.replaceAll('-', '%2D')}`,
      `${server.api}data/${encodeURIComponent(`${server.api}${second}`)}`,
      `${server.api}data/${encodeURIComponent(third?.slice('data/'.length) ?? '')}`,
      `${server.api}${fourth}?history=false`,
      `${server.api}data/${fifth?.replace(/.*\//, '')}`,
    ];
    for (const address of listed) expect((await client.call(address)).status, address).toBe(200);
    await client.save(competency({ competency: listed }, 'Framework'));
    expect((await util(operation)).json()).toMatchObject({ removed: 0, kept: 0 });
    for (const thing of made) expect(await exists(thing)).toBe(true);
  });

  test.each(['cull', 'cullFast'])(
    '%s: removes objects that no framework refers to, of any owner',
    async (operation) => {
      const [used, unused] = [competency(), competency({ '@owner': [cast.owner.pem], '@reader': [cast.reader.pem] })];
      const others = [newThing(server), framework([used])];
      for (const thing of [used, unused, ...others]) await client.save(thing, cast.sheets.owner);
      expect((await util(operation, { form: { dryRun: 'true', secret }, sheet: '' })).json()).toMatchObject({
        removed: 1,
        kept: 0,
        objects: [shortId(unused)],
      });
      expect(await exists(unused)).toBe(true);
      const answer = (await util(operation, { urlencoded: { secret }, sheet: '' })).json();
      expect(answer).toMatchObject({ removed: 1, kept: 0 });
      expect(answer.objects).toBeUndefined();
      expect(await exists(unused)).toBe(false);
      for (const thing of [used, ...others]) expect(await exists(thing)).toBe(true);
      expect((await client.call(`${shortId(unused)}?history=true`, { sheet: cast.sheets.reader })).json()).toHaveLength(
        1,
      );
      expect((await client.call(shortId(unused), { json: unused })).status).toBe(401);
    },
  );

  test.each(OPERATIONS)('%s reports its progress line by line, the last with the result', async (operation) => {
    await client.call('/api/sky/repo/multiPut', { json: Array.from({ length: 500 }, () => competency()) });
    const answer = await util(operation, { headers: { accept: NDJSON } });
    expect(answer.headers.get('content-type')).toBe(NDJSON);
    const lines = answer.text.split('\n');
    expect(lines.pop()).toBe('');
    const entries = lines.map((line) => JSON.parse(line));
    expect(entries.length).toBeGreaterThan(1);
    for (const line of entries.slice(0, -1))
      expect(line).toEqual({ scanned: expect.any(Number), removed: expect.any(Number) });
    expect(entries.at(-1)).toMatchObject({
      done: true,
      scanned: 500,
      removed: operation === 'reindex' ? 0 : 500,
      tookMs: expect.any(Number),
    });
  });

  test('is refused without permission, also to a request for progress lines', async () => {
    expect((await util('purge', { sheet: '', headers: { accept: NDJSON } })).status).toBe(401);
  });

  test('continues when its client disconnects', async () => {
    await client.call('/api/sky/repo/multiPut', { json: Array.from({ length: 500 }, () => competency()) });
    const leaving = new AbortController();
    const response = await fetch(`${server.api}util/cull`, {
      method: 'POST',
      headers: { accept: NDJSON, signatureSheet: cast.sheets.admin },
      signal: leaving.signal,
    });
    await response.body?.getReader().read();
    leaving.abort();
    await expect.poll(() => client.find('*'), { timeout: 20_000 }).toEqual([]);
    await expect.poll(async () => (await client.call('/readyz')).json().state).toBe('operating');
  });

  test('runs alone: concurrent ones are refused with its name', async () => {
    await client.call('/api/sky/repo/multiPut', { json: Array.from({ length: 500 }, () => competency()) });
    const answers = await Promise.all(Array.from({ length: 4 }, () => util('cull')));
    const refused = answers.filter(({ status }) => status === 409);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expect(answer.json()).toMatchObject({ type: 'urn:competency-service:problem:operation-in-progress' });
      expect(answer.json().detail).toMatch(/cull/);
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    }
    expect((await util('cull')).status).toBe(200);
  });

  test('can be queried for its state, also by the secret, while it runs and when it is done', async () => {
    await client.call('/api/sky/repo/multiPut', { json: Array.from({ length: 500 }, () => competency()) });
    const states = new Set<string>();
    let ended = false;
    const culling = util('cull').finally(() => {
      ended = true;
    });
    const headers = { 'x-admin-secret': secret };
    while (!ended) {
      const { operations } = (await client.call('/api/util/operations', { headers })).json();
      for (const { operation, state } of operations) if (operation === 'cull') states.add(state);
    }
    const result = (await culling).json();
    expect(states).toContain('running');
    const line = JSON.stringify({ '@id': `${server.api}data/x`, '@type': 'Thing', '@context': 'https://schema.org' });
    const imported = await util('import', { body: line, headers: { 'content-type': NDJSON } });
    const answer = await client.call('/api/util/operations', { sheet: cast.sheets.admin });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.json().operations.slice(0, 2)).toMatchObject([
      { operation: 'import', state: 'done', dryRun: false, result: imported.json() },
      { operation: 'cull', state: 'done', dryRun: false, result },
    ]);
  });

  test('is reported by readyz of its process', async () => {
    expect((await client.call('/readyz')).json()).toEqual({ status: 'ready', state: 'operating' });
    await client.call('/api/sky/repo/multiPut', { json: Array.from({ length: 1000 }, () => newThing(server)) });
    const states = new Set<string>();
    let ended = false;
    const rebuilding = util('reindex').finally(() => {
      ended = true;
    });
    while (!ended) states.add((await client.call('/readyz')).json().state);
    await rebuilding;
    expect([...states].filter((state) => state !== 'operating')).toEqual(['reindexing']);
  });
});
