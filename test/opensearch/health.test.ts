import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { found, put, searchRequest } from '../../shared/repository/store/contract/fixtures.ts';
import { ALL, term } from '../../shared/repository/store/contract/queries.ts';
import type { ObjectStore } from '../../shared/repository/store/object-store.ts';
import {
  createFetchTransport,
  EngineFailure,
  type EngineRequest,
  type EngineResponse,
  type OpenSearchTransport,
} from '../../shared/stores/opensearch/engine/transport.ts';
import { openOpenSearchStore } from '../../shared/stores/opensearch/open.ts';
import { openTestStore } from '../../shared/stores/opensearch/testing/open-test-store.ts';
import { removeIndices } from '../../shared/stores/opensearch/testing/remove-indices.ts';
import { openSearchForTests } from '../support/opensearch.ts';
import { type FaultyProxy, openProxy } from '../support/proxy.ts';

const engine = await openSearchForTests();

type Answer = EngineResponse | EngineFailure | null;

describe.skipIf(engine === null)('a store on a cluster in trouble', () => {
  const whole = createFetchTransport({ endpoint: engine?.endpoint ?? '', authorization: null });
  let prefix = '';
  let proxy: FaultyProxy | null = null;
  let stores: { close(): Promise<void> }[] = [];

  beforeEach(() => {
    prefix = `test-${randomUUID()}-`;
  });
  afterEach(async () => {
    await proxy?.accept().catch(() => {});
    if (proxy !== null) proxy.fate = null;
    await Promise.all(stores.map((store) => store.close()));
    await proxy?.close();
    [proxy, stores] = [null, []];
    await removeIndices(engine?.endpoint ?? '', prefix);
  });

  /** A store, and the responses to its calls instead of the engine's. */
  async function open(transport: OpenSearchTransport = whole) {
    const line: { answer: ((request: EngineRequest) => Answer) | null } = { answer: null };
    const store = await openTestStore(
      {
        async request(request) {
          const answer = line.answer?.(request) ?? null;
          if (answer instanceof EngineFailure) throw answer;
          return answer ?? transport.request(request);
        },
      },
      prefix,
    );
    stores.push(store);
    return { line, store: store.objects };
  }

  const settings = (alias: string, body: object) =>
    whole.request({ method: 'PUT', path: `${prefix}${alias}/_settings`, body: JSON.stringify(body), timeout: 10_000 });

  /** The results of the callers' operations. */
  async function outcomes(store: ObjectStore) {
    const name = `n${randomUUID()}`;
    const asked = [
      put(store, name),
      store.heads([name]).then(([head]) => head),
      store.search(searchRequest(ALL, { timeoutMs: 1_000 })),
    ];
    return (await Promise.allSettled(asked)).map((one) => (one.status === 'rejected' ? one.reason : 'done'));
  }

  const unavailable = expect.objectContaining({
    status: 503,
    extras: expect.objectContaining({ retryAfter: expect.any(Number) }),
  });

  async function expectWell(store: ObjectStore): Promise<void> {
    expect(await store.health()).toEqual({ ready: true });
    expect(await outcomes(store)).toEqual(['done', 'done', 'done']);
  }

  it("I12 G13 reports the cluster's fault and since when, answers 503 meanwhile, and recovers by itself", async () => {
    const refusal = (status: number, type: string) => () => ({ status, body: { error: { type, reason: 'a secret' } } });
    const troubles: readonly [() => Answer, RegExp][] = [
      [() => new EngineFailure('away', 'ECONNREFUSED 10.1.2.3'), /cannot be reached/],
      [() => new EngineFailure('timeout', 'late'), /not answer in time/],
      [refusal(401, 'security_exception'), /credentials/],
      [refusal(403, 'security_exception'), /credentials/],
      [refusal(429, 'circuit_breaking_exception'), /overloaded/],
      [refusal(503, 'cluster_manager_not_discovered_exception'), /manages/],
    ];
    const { line, store } = await open();
    await put(store, 'a');
    for (const [answer, words] of troubles) {
      await expectWell(store);
      const before = Date.now();
      line.answer = answer;
      const health = await store.health();
      expect(health).toEqual({ ready: false, detail: expect.stringMatching(words), since: expect.any(Number) });
      expect(JSON.stringify(health)).not.toMatch(/10\.1\.2\.3|exception|secret/);
      expect(await outcomes(store)).toEqual([unavailable, unavailable, unavailable]);
      const later = await store.health();
      expect(later).toEqual(health);
      if (!later.ready) expect(later.since).toBeGreaterThanOrEqual(before);
      line.answer = null;
    }
    await expectWell(store);
  });

  it('I12 G4 detects by a write that the cluster refuses writes, even if nothing was written before', async () => {
    const { line, store } = await open();
    await put(store, 'a');
    const { line: otherLine, store: idle } = await open();
    const error = { type: 'cluster_block_exception', reason: 'a secret' };
    const refuse = ({ path }: EngineRequest) => (path.startsWith('_bulk') ? { status: 403, body: { error } } : null);
    line.answer = refuse;
    otherLine.answer = refuse;
    expect(await idle.health()).toMatchObject({ ready: false, detail: expect.stringMatching(/read-only/) });
    expect(await store.health()).toEqual({ ready: true }); // it has just written
    await expect(put(store, 'b')).rejects.toMatchObject({
      message: expect.stringMatching(/nothing is lost.*read-only/),
    });
    expect(await store.health()).toMatchObject({ ready: false });
    line.answer = null;
    await expectWell(store);
  });

  it('I12 answers 503 while the cluster accepts connections and does not answer, and recovers', async () => {
    proxy = await openProxy(engine?.endpoint ?? '');
    const transport = createFetchTransport({ endpoint: proxy.endpoint, authorization: null });
    const opened = await openTestStore(transport, prefix, Date.now, { timeoutMs: 2_000 });
    stores.push(opened);
    const store = opened.objects;
    await expectWell(store);
    proxy.fate = () => ({ kind: 'silence' });
    expect(await store.health()).toMatchObject({ ready: false, detail: expect.stringMatching(/in time/) });
    expect(await outcomes(store)).toEqual([unavailable, unavailable, unavailable]);
    proxy.fate = null;
    await expectWell(store);
  });

  it('I12 reports lost shards while its indices are red', async () => {
    const { store } = await open();
    // A replacement that no node may hold is red, however much space the engine has.
    await whole.request({ method: 'DELETE', path: await indexOf('values'), timeout: 10_000 });
    const body = {
      settings: { number_of_replicas: 0, 'index.routing.allocation.require._name': 'nobody' },
      aliases: { [`${prefix}values`]: {} },
    };
    const path = `${prefix}values-red?wait_for_active_shards=0`;
    await whole.request({ method: 'PUT', path, body: JSON.stringify(body), timeout: 10_000 });
    expect(await store.health()).toMatchObject({ ready: false, detail: expect.stringMatching(/lost shards/) });
    await settings('values', { 'index.routing.allocation.require._name': null });
    await expect.poll(() => store.health(), { timeout: 30_000 }).toEqual({ ready: true });
    await whole.request({ method: 'DELETE', path: `${prefix}values-red`, timeout: 10_000 });
  });

  it.each(['objects', 'search', 'values'])(
    'G4 I12 says that %s takes no writes when a disk is nearly full, before a write fails, and goes on when it does',
    async (name) => {
      const { store } = await open();
      await settings(name, { 'index.blocks.read_only_allow_delete': true });
      expect(await store.health()).toMatchObject({ ready: false, detail: expect.stringMatching(/read-only/) });
      if (name !== 'values') expect((await outcomes(store))[0]).toEqual(unavailable);
      expect((await store.heads(['nothing'])).length).toBe(1);
      await settings(name, { 'index.blocks.read_only_allow_delete': null });
      await expectWell(store);
    },
  );

  /** The index behind an alias. */
  async function indexOf(name: string): Promise<string> {
    const { body } = await whole.request({ method: 'GET', path: `${prefix}${name}`, timeout: 10_000 });
    return Object.keys(body as object).join(','); // a member for each index
  }

  it.each(['objects', 'search'])(
    'I12 says that %s is missing when it was deleted, answers 503 and makes no index by writing',
    async (name) => {
      const { store } = await open();
      await put(store, 'kept');
      await whole.request({ method: 'DELETE', path: await indexOf(name), timeout: 10_000 });
      const detail = expect.stringMatching(new RegExp(`no index ${prefix}${name}:.*deleted`));
      expect(await store.health()).toMatchObject({ ready: false, detail });
      const [written, , searched] = await outcomes(store);
      expect([written, searched]).toEqual([unavailable, unavailable]);
      expect((await whole.request({ method: 'GET', path: `${prefix}${name}`, timeout: 10_000 })).status).toBe(404);
      expect(await store.health()).toMatchObject({ ready: false, detail });
    },
  );

  it('I12 finds everything after a restart when the search index was deleted', async () => {
    const { store } = await open();
    await put(store, 'kept', { members: { name: 'findable' } });
    await whole.request({ method: 'DELETE', path: await indexOf('search'), timeout: 10_000 });
    const { store: next } = await open();
    await expect.poll(() => found(next, term('findable')), { timeout: 20_000 }).toEqual(['kept']);
    await expectWell(next);
  });

  it('G12 waits at start for an unreachable cluster, logs each reason once, and serves when it is available', async () => {
    proxy = await openProxy(engine?.endpoint ?? '');
    await proxy.refuse();
    const reports: string[] = [];
    let opened = false;
    const transport = createFetchTransport({ endpoint: proxy.endpoint, authorization: null });
    let attempts = 0;
    const opening = openOpenSearchStore({
      prefix,
      shards: 1,
      replicas: 0 as const,
      describe: () => ({ typeKey: '', visibleTo: null, participants: [], fields: [] }),
      transport: {
        request(request) {
          attempts++;
          return transport.request(request);
        },
      },
      startTimeoutMs: Number.POSITIVE_INFINITY,
      timeoutMs: 500,
      report: (error) => reports.push(String(error)),
    });
    void opening.then(() => {
      opened = true;
    });
    await expect.poll(() => attempts, { timeout: 30_000 }).toBeGreaterThan(2);
    expect(opened).toBe(false);
    expect(reports).toEqual([expect.stringMatching(/Waiting for the search cluster.*cannot be reached.*ECONNREFUSED/)]);
    proxy.fate = () => ({ kind: 'silence' });
    await proxy.accept();
    await expect.poll(() => reports.length, { timeout: 10_000 }).toBe(2);
    expect(reports[1]).toMatch(/not answer in time/);
    proxy.fate = null;
    const store = await opening;
    stores.push(store);
    expect(await store.objects.health()).toEqual({ ready: true });
  });

  it.each<[string, EngineResponse, RegExp]>([
    ['Elasticsearch', { status: 200, body: { version: { number: '8.11.0' } } }, /not with Elasticsearch/],
    [
      'an older OpenSearch',
      { status: 200, body: { version: { number: '2.11.0', distribution: 'opensearch' } } },
      /2\.11\.0.*2\.19/,
    ],
    [
      'one in disguise',
      { status: 200, body: { version: { number: '7.10.2', distribution: 'opensearch' } } },
      /compatibility/,
    ],
    ['what has no version', { status: 404, body: { error: 'nothing here' } }, /serverless/],
  ])('%s is refused at start, with the reason', async (_what, root, words) => {
    const asked = openTestStore(
      { request: async (request) => (request.path === '' ? root : whole.request(request)) },
      prefix,
    );
    await expect(asked).rejects.toThrow(words);
  });

  it('accepts a newer OpenSearch than the tested ones, and logs that', async () => {
    const root = { status: 200, body: { version: { number: '4.0.0', distribution: 'opensearch' } } };
    const announced: string[] = [];
    const store = await openOpenSearchStore({
      prefix,
      shards: 1,
      replicas: 0 as const,
      describe: () => ({ typeKey: '', visibleTo: null, participants: [], fields: [] }),
      transport: { request: async (request) => (request.path === '' ? root : whole.request(request)) },
      announce: (sentence) => announced.push(sentence),
    });
    stores.push(store);
    expect(announced[0]).toMatch(/4\.0\.0.*tested with/);
  });

  it('shares the calls of one check between concurrent ones', async () => {
    const { line, store } = await open();
    let calls = 0;
    line.answer = () => {
      calls++;
      return null;
    };
    await Promise.all(Array.from({ length: 50 }, () => store.health()));
    expect(calls).toBeLessThanOrEqual(3);
  });
});
