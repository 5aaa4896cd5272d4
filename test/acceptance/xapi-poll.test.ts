import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { adminOf } from '../support/cast.ts';
import { createClient } from '../support/client.ts';
import { CLIENT, startOpenIdProvider } from '../support/openid-provider.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { sheet } from '../support/signer.ts';
import { guid } from '../support/things.ts';

/** How long a process may take to poll for the first time. */
const WAIT_MS = 30_000;
const COMPETENCY = 'https://example.org/competency/polled';
const AUTHORIZATION = 'Basic bHJzOnNlY3JldA==';

type Statement = { readonly id: string; readonly stored: string };

/** A learning record store that pages, answers what a test says instead, and notes its requests. */
class RecordStore {
  readonly statements: Statement[] = [];
  requests: URL[] = [];
  readonly authorizations = new Set<string>();
  accepts = (authorization: string): boolean => authorization === AUTHORIZATION;
  /** Answers a request instead of the store; undefined: the store answers. */
  instead: (url: URL, response: ServerResponse) => boolean = () => false;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', this.address);
      this.requests.push(url);
      const { authorization = '' } = request.headers;
      this.authorizations.add(authorization);
      if (!this.accepts(authorization)) return void response.writeHead(401).end();
      if (this.instead(url, response)) return;
      const since = url.searchParams.get('since') ?? '';
      const from = Number(url.searchParams.get('from') ?? 0);
      const limit = Number(url.searchParams.get('limit') ?? 2);
      const wanted = this.statements.filter(({ stored }) => stored > since);
      const more =
        from + limit < wanted.length ? `/xapi/statements?since=${since}&limit=${limit}&from=${from + limit}` : '';
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ statements: wanted.slice(from, from + limit), more }));
    });
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async start(): Promise<this> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return this;
  }

  add(count: number): void {
    for (let index = 0; index < count; index++) {
      const stored = new Date(Date.UTC(2024, 0, 1, 0, 0, this.statements.length)).toISOString();
      this.statements.push({
        id: randomUUID(),
        stored,
        actor: { mbox: 'mailto:polled@example.org' },
        verb: { id: 'http://adlnet.gov/expapi/verbs/passed' },
        object: { id: COMPETENCY },
        result: { success: true },
      } as Statement);
    }
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

const stores: RecordStore[] = [];
const servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.dispose()));
  for (const store of stores.splice(0)) store.stop();
});

async function newStore(count: number): Promise<RecordStore> {
  const store = await new RecordStore().start();
  stores.push(store);
  store.add(count);
  return store;
}

const settingsOf = (store: RecordStore) => ({
  XAPI_ENDPOINT: `${store.address}xapi`,
  XAPI_AUTH: AUTHORIZATION,
  XAPI_STATEMENT_COUNT: '2',
});

async function started(settings: Record<string, string>, directory?: string): Promise<TestServer> {
  const server = await startServer(settings, directory);
  servers.push(server);
  return server;
}

/** The ids of the statements that assertions came of. */
async function takenBy(server: TestServer): Promise<readonly string[]> {
  const admin = await sheet(server.api, [await adminOf(server)]);
  const found = await createClient(server).call('/api/sky/repo/search?q=*&index_hint=*assertion&size=1000', {
    sheet: admin,
  });
  return found.json().map(({ identifier }: { identifier: string }) => identifier);
}

/** Saves the competency before the first poll, so that statements count. */
async function withCompetency(
  settings: Record<string, string>,
  prepare: (directory: string) => Promise<void> = async () => {},
): Promise<TestServer> {
  const first = await startServer({});
  const competency = { '@context': 'https://schema.cassproject.org/0.4', '@type': 'Competency', '@id': COMPETENCY };
  await createClient(first).save(competency);
  await first.stop('SIGTERM');
  await prepare(first.directory);
  return started({ ...settings, PORT: String(first.port) }, first.directory);
}

const ids = (store: RecordStore) => store.statements.map(({ id }) => id).toSorted();

test('every statement of a record store is taken, page by page, and then only new ones are asked for', async () => {
  const store = await newStore(5);
  const server = await withCompetency(settingsOf(store));
  await vi.waitFor(async () => expect((await takenBy(server)).toSorted()).toEqual(ids(store)), { timeout: WAIT_MS });
  const [first, ...others] = store.requests;
  expect(Object.fromEntries(first?.searchParams ?? [])).toEqual({
    format: 'exact',
    attachments: 'false',
    ascending: 'true',
    limit: '2',
  });
  expect(others.length).toBeGreaterThanOrEqual(2);
  await server.stop('SIGTERM'); // a killed process would hold its lease for a minute
  store.add(1);
  store.requests = [];
  const next = await started({ ...settingsOf(store), PORT: String(server.port) }, server.directory);
  await vi.waitFor(async () => expect((await takenBy(next)).toSorted()).toEqual(ids(store)), { timeout: WAIT_MS });
  expect(store.requests[0]?.searchParams.get('since')).toBe(store.statements.at(-2)?.stored);
}, 90_000);

test('faults of one store stop no other; a store that asks to wait is left alone; pages lead to no other server', async () => {
  const [good, throttling, elsewhere, looping] = [
    await newStore(3),
    await newStore(1),
    await newStore(2),
    await newStore(2),
  ];
  throttling.instead = (_url, response) => {
    response.writeHead(429, { 'retry-after': '3600' }).end();
    return true;
  };
  elsewhere.instead = (url, response) => {
    if (url.searchParams.has('from')) return false;
    response.end(
      JSON.stringify({ statements: elsewhere.statements.slice(0, 1), more: 'http://169.254.169.254/statements' }),
    );
    return true;
  };
  looping.instead = (_url, response) => {
    response.end(JSON.stringify({ statements: looping.statements, more: '/xapi/statements?again' }));
    return true;
  };
  const config = (store: RecordStore) =>
    JSON.stringify({ xapiEndpoint: `${store.address}xapi/`, xapiAuth: AUTHORIZATION });
  const server = await withCompetency({
    XAPI_CONFIG_a: config(throttling),
    XAPI_CONFIG_b: config(elsewhere),
    XAPI_CONFIG_c: JSON.stringify({ xapiEndpoint: 'http://127.0.0.1:9/' }),
    XAPI_CONFIG_d: config(looping),
    XAPI_CONFIG_e: config(good),
  });
  const expected = [
    ...ids(good),
    ...ids(looping),
    ...ids(elsewhere).filter((id) => id === elsewhere.statements[0]?.id),
  ];
  await vi.waitFor(async () => expect((await takenBy(server)).toSorted()).toEqual(expected.toSorted()), {
    timeout: WAIT_MS,
  });
  expect(throttling.requests).toHaveLength(1);
  expect(looping.requests.length).toBeLessThanOrEqual(2);
});

test('what the statements of a store say becomes badges, where its settings ask for it', async () => {
  const [asking, other] = [await newStore(1), await newStore(1)];
  const config = ({ address }: RecordStore, members = {}) =>
    JSON.stringify({ xapiEndpoint: `${address}xapi/`, xapiAuth: AUTHORIZATION, ...members });
  const server = await withCompetency({
    XAPI_CONFIG_a: config(asking, { xapiBadges: true }),
    XAPI_CONFIG_b: config(other),
    BADGE_AUTHORS: 'agent',
  });
  const both = [...ids(asking), ...ids(other)].toSorted();
  await vi.waitFor(async () => expect((await takenBy(server)).toSorted()).toEqual(both), { timeout: WAIT_MS });
  const badgeOf = async (store: RecordStore) => {
    const sent = { sheet: await sheet(server.api, [await adminOf(server)]) };
    const query = `identifier:"${store.statements[0]?.id}"`;
    const client = createClient(server);
    const [assertion] = (await client.call(`/api/sky/repo/search?q=${encodeURIComponent(query)}`, sent)).json();
    return client.call(`/api/badge/assertion/${guid(assertion)}`);
  };
  expect(await badgeOf(asking)).toMatchObject({ status: 200 });
  expect(await badgeOf(other)).toMatchObject({ status: 404 });
}, 60_000);

test('pages that a store has forgotten, pages without an address, and times ahead of the clock lose no statement', async () => {
  const [forgetful, malformed, ahead] = [await newStore(3), await newStore(2), await newStore(1)];
  let hasForgotten = false;
  forgetful.instead = (url, response) => {
    if (hasForgotten || !url.searchParams.has('from')) return false;
    hasForgotten = true;
    response.writeHead(404).end();
    return true;
  };
  malformed.instead = (url, response) => {
    if (url.searchParams.has('since')) return false;
    response.end(JSON.stringify({ statements: malformed.statements.slice(0, 1), more: 'http://[' }));
    return true;
  };
  const copy = (stored: string): Statement => ({ ...(ahead.statements[0] as Statement), id: randomUUID(), stored });
  ahead.statements.push(copy('2999-01-01T00:00:00.000Z'));
  const config = (store: RecordStore) =>
    JSON.stringify({ xapiEndpoint: `${store.address}xapi/`, xapiAuth: AUTHORIZATION });
  const server = await withCompetency({
    XAPI_CONFIG_a: config(forgetful),
    XAPI_CONFIG_b: config(malformed),
    XAPI_CONFIG_c: config(ahead),
  });
  const client = createClient(server);
  const areTaken = async (stores: readonly RecordStore[]): Promise<void> => {
    await client.call('/api/xapi/tick', { method: 'POST' });
    expect((await takenBy(server)).toSorted()).toEqual(stores.flatMap(ids).toSorted());
  };
  await vi.waitFor(() => areTaken([forgetful, malformed, ahead]), { timeout: WAIT_MS });
  ahead.statements.push(copy(new Date().toISOString()));
  await vi.waitFor(() => areTaken([forgetful, malformed, ahead]), { timeout: WAIT_MS });
});

test('a next page that may not be fetched, or never can be, and pages without end keep no store from what comes later', async () => {
  const [foreign, broken, endless, proxied] = [
    await newStore(5),
    await newStore(5),
    await newStore(2),
    await newStore(5),
  ];
  let isTold = false;
  foreign.instead = (url, response) => {
    if (isTold || url.searchParams.has('since')) return false;
    isTold = true;
    const more = 'https://other.example/xapi/statements?from=2';
    response.end(JSON.stringify({ statements: foreign.statements.slice(0, 2), more }));
    return true;
  };
  broken.instead = (url, response) => {
    if (url.searchParams.get('from') !== '2') return false;
    response.writeHead(500).end();
    return true;
  };
  endless.instead = (_url, response) => {
    response.end(JSON.stringify({ statements: endless.statements, more: `/xapi/statements?${randomUUID()}` }));
    return true;
  };
  proxied.instead = (url, response) => {
    if (url.searchParams.has('from')) return false;
    const more = 'https://127.0.0.1/xapi/statements?limit=9&from=2';
    response.end(JSON.stringify({ statements: proxied.statements.slice(0, 2), more }));
    return true;
  };
  const all = [foreign, broken, endless, proxied];
  const config = (store: RecordStore) =>
    JSON.stringify({ xapiEndpoint: `${store.address}xapi/`, xapiAuth: AUTHORIZATION });
  const server = await withCompetency({
    ...Object.fromEntries(all.map((store, index) => [`XAPI_CONFIG_${index}`, config(store)])),
    XAPI_STATEMENT_COUNT: '2',
  });
  const client = createClient(server);
  await vi.waitFor(
    async () => {
      await client.call('/api/xapi/tick', { method: 'POST' });
      expect((await takenBy(server)).toSorted()).toEqual(all.flatMap(ids).toSorted());
    },
    { timeout: WAIT_MS },
  );
  endless.requests = [];
  await vi.waitFor(
    async () => {
      const { outcome } = (await client.call('/api/xapi/tick', { method: 'POST' })).json();
      expect(outcome).toBe('done');
    },
    { timeout: WAIT_MS },
  );
  expect(endless.requests.length).toBeLessThan(10);
}, 60_000);

test('a tick polls at once, and the stores are shown without their credentials', async () => {
  const store = await newStore(3);
  const server = await withCompetency(settingsOf(store));
  const client = createClient(server);
  await vi.waitFor(async () => expect((await takenBy(server)).toSorted()).toEqual(ids(store)), { timeout: WAIT_MS });
  store.add(1);
  const tick = async () => (await client.call('/api/xapi/tick', { method: 'POST' })).json().outcome;
  await expect.poll(tick).toBe('done'); // `elsewhere` until the poll of the start has ended
  expect((await takenBy(server)).toSorted()).toEqual(ids(store));
  const endpoints = await client.call('/api/xapi/endpoint');
  expect(endpoints.json()).toMatchObject([{ endpoint: expect.stringContaining('http://127.0.0.1') }]);
  expect(endpoints.text).not.toMatch(/Basic|Bearer/);
});

test('admins see the state of polls: counts, the mark, the last fault, and when the next one is, without credentials', async () => {
  const [store, throttling] = [await newStore(3), await newStore(0)];
  store.statements.push({ ...store.statements[0], id: 'no UUID', stored: '2024-01-01T00:01:00.000Z' } as Statement);
  throttling.instead = (_url, response) => {
    response.writeHead(429, { 'retry-after': '3600' }).end();
    return true;
  };
  const config = (address: string) => JSON.stringify({ xapiEndpoint: address, xapiAuth: AUTHORIZATION });
  const server = await withCompetency({
    XAPI_CONFIG_good: config(`${store.address}xapi/`),
    XAPI_CONFIG_away: config('http://127.0.0.1:9/xapi/'),
    XAPI_CONFIG_named: config('http://name:password@127.0.0.1:9/xapi/'),
    XAPI_CONFIG_throttling: config(`${throttling.address}xapi/`),
  });
  const client = createClient(server);
  const signed = { sheet: await sheet(server.api, [await adminOf(server)]) };
  const states = async () => {
    const { text, json } = await client.call('/api/util/recordStores', signed);
    expect(text).not.toMatch(/password|Basic/);
    return Object.fromEntries(json().recordStores.map((each: { name: string }) => [each.name, each]));
  };
  const arePolled = async () =>
    expect(await states()).toMatchObject({
      good: {
        endpoint: `${store.address}xapi/`,
        enabled: true,
        stored: 3,
        ignored: 0,
        rejected: 1,
        fault: null,
        storedUntil: '2024-01-01T00:01:00.000Z',
        nextPollAt: expect.any(String),
      },
      away: { stored: 0, storedUntil: null, fault: { detail: expect.stringMatching(/does not answer/) } },
      named: { endpoint: 'http://127.0.0.1:9/xapi/', fault: { detail: expect.stringMatching(/credentials/) } },
      throttling: { fault: null, polledAt: expect.any(String) },
    });
  await vi.waitFor(arePolled, { timeout: WAIT_MS });
  const { good, throttling: left } = await states();
  expect(Date.parse(good.nextPollAt) - Date.parse(good.polledAt)).toBe(60_000);
  expect(Date.parse(left.nextPollAt) - Date.parse(left.polledAt)).toBeGreaterThan(3_590_000);
});

test('a store that is not polled is shown as such, and no store at all as none', async () => {
  const store = await newStore(1);
  const server = await started({ ...settingsOf(store), XAPI_ENABLED: 'false' });
  const client = createClient(server);
  const signed = { sheet: await sheet(server.api, [await adminOf(server)]) };
  expect((await client.call('/api/util/recordStores', signed)).json().recordStores).toMatchObject([
    { name: 'XAPI_ENDPOINT', enabled: false, polledAt: null, nextPollAt: null },
  ]);
  expect((await client.call('/api/xapi/endpoint')).json()).toEqual([]);
  expect(store.requests).toEqual([]);
});

test('the store that the file of an existing server names is polled, if it is enabled there', async () => {
  const [enabled, disabled] = [await newStore(1), await newStore(1)];
  const write = (store: RecordStore, isEnabled: boolean) => (directory: string) => {
    const content = {
      xapiEndpoint: `${store.address}xapi/`,
      xapiHostname: '',
      xapiAuth: AUTHORIZATION,
      enabled: isEnabled,
    };
    return writeFile(join(directory, 'keys', 'adapter.xapi.json'), JSON.stringify(content));
  };
  const [server] = await Promise.all([
    withCompetency({}, write(enabled, true)),
    withCompetency({}, write(disabled, false)),
  ]);
  await vi.waitFor(async () => expect(await takenBy(server)).toEqual(ids(enabled)), { timeout: WAIT_MS });
  expect(disabled.requests).toEqual([]);
});

test('a store is asked with a token of an OAuth provider, which is kept until it expires', async () => {
  const provider = await startOpenIdProvider('http://localhost:9/');
  onTestFinished(() => provider.stop());
  const store = await newStore(3);
  store.accepts = (authorization) => /^Bearer .{20,}/.test(authorization);
  const server = await withCompetency({
    XAPI_ENDPOINT: `${store.address}xapi`,
    XAPI_STATEMENT_COUNT: '2',
    OIDC_CLIENT_ENDPOINT: provider.issuer,
    OIDC_CLIENT_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_CLIENT_SECRET: CLIENT.secret,
  });
  await vi.waitFor(async () => expect((await takenBy(server)).toSorted()).toEqual(ids(store)), { timeout: WAIT_MS });
  expect(store.authorizations.size).toBe(1);
});
