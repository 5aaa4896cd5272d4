import { describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import {
  ADMIN,
  found,
  keyOf,
  makeRestore,
  makeWrite,
  put,
  shortIdOf,
} from '../../shared/repository/store/contract/fixtures.ts';
import { ALL, term } from '../../shared/repository/store/contract/queries.ts';
import type { ObjectStore, RestoreRequest } from '../../shared/repository/store/object-store.ts';
import type { EngineRequest } from '../../shared/stores/opensearch/engine/transport.ts';
import { createFetchTransport } from '../../shared/stores/opensearch/engine/transport.ts';
import {
  away,
  countCalls,
  isCommit,
  isPublication,
  openTestProxy,
} from '../../shared/stores/opensearch/testing/test-proxy.ts';
import { useClusterStores } from '../support/cluster-stores.ts';
import { openSearchForTests } from '../support/opensearch.ts';

const engine = await openSearchForTests();
const endpoint = engine?.endpoint ?? '';

/** Faults of imports that are specific to a store on a network. */
describe.skipIf(engine === null)('restoring versions into the OpenSearch store', () => {
  const whole = createFetchTransport({ endpoint: endpoint, authorization: null });
  const { prefix, openObjects } = useClusterStores(endpoint);

  const isBulk = ({ path }: EngineRequest) => path.startsWith('_bulk');
  const versionsOf = async (store: ObjectStore, name: string) =>
    (await store.history(keyOf(name), 1_000)).map(({ version }) => version);

  /** Every document of an object's history names the 32 versions before it: reading may start at any of them. */
  async function expectWholeLists(name: string, versions: readonly number[]): Promise<void> {
    const order = [...versions].sort((a, b) => b - a);
    const body = JSON.stringify({ query: { term: { key: keyOf(name) } }, size: 1_000 });
    await whole.request({ method: 'POST', path: `${prefix()}objects/_refresh`, timeout: 30_000 });
    const answer = await whole.request({ method: 'POST', path: `${prefix()}objects/_search`, body, timeout: 30_000 });
    const documents = z.parse(DOCUMENTS, answer.body).hits.hits.map(({ _source }) => _source);
    const lists = documents.filter(({ kind }) => kind !== 'alias');
    expect(new Set(lists.map(({ version }) => version))).toEqual(new Set(order));
    for (const { version = -1, earlier } of lists) {
      const position = order.indexOf(version);
      expect({ version, earlier }).toEqual({ version, earlier: order.slice(position + 1, position + 33) });
    }
  }

  it('takes about ten calls for a thousand new objects with three versions each, and as many when they exist', async () => {
    const proxy = openTestProxy(endpoint);
    const store = await openObjects(proxy, { timing: { freshness: 10_000, lease: 20_000 } });
    const requests = Array.from({ length: 1_000 }, (_, index) => `o${index}`).flatMap((name) =>
      [1, 2, 3].map((version) => {
        const aliases = [name, `guid-${name}`].map((alias) => ({ name: alias, strength: 'strong' as const }));
        return makeRestore(name, { version, aliases, members: { name: 'word' } });
      }),
    );
    for (const status of ['restored', 'present']) {
      const counted = countCalls(proxy);
      const outcomes = await store.restore(requests);
      expect(outcomes.every((outcome) => outcome.status === status)).toBe(true);
      expect(counted.calls).toBeLessThanOrEqual(14);
    }
    proxy.intercept = null;
    expect(await store.count()).toBe(1_000);
    expect(await versionsOf(store, 'o777')).toEqual([3, 2, 1]);
  });

  describe.each([
    ['before it is done', false],
    ['after it is done, so that only its answer is lost', true],
  ])('G2 interrupted at any call that writes, %s', (_, isDone) => {
    it('keeps existing versions, shows no partial one, and is completed by repeating it', async () => {
      const proxy = openTestProxy(endpoint);
      const store = await openObjects(proxy);
      const other = await openObjects();
      let failed = true;
      for (let step = 0; failed; step++) {
        failed = false;
        const [old, fresh] = [`old${step}`, `new${step}`];
        const first = await put(store, old, { version: 10, members: { name: 'ten' } });
        await put(store, old, { version: 20, expected: first, members: { name: 'twenty' } });
        const requests = [...comingIn(old, [5, 15, 25, 30]), ...comingIn(fresh, [1, 2, 3])];
        let bulks = 0;
        proxy.intercept = async (request, send) => {
          if (!isBulk(request) || bulks++ < step) return send();
          failed = true;
          if (isDone) await send();
          throw away();
        };
        const attempt = await store.restore(requests).catch((error: unknown) => error);
        proxy.intercept = null;
        // If only the answer was lost, the store may find that the commit was done.
        const refused = !Array.isArray(attempt);
        if (failed && !isDone) expect(refused).toBe(true);
        if (refused) expect(attempt).toMatchObject({ code: 'store-unavailable', status: 503 });
        expect((await versionsOf(other, old)).filter((version) => version === 10 || version === 20)).toEqual([20, 10]);
        for (const { key, version, text } of requests) {
          expect([undefined, text]).toContain((await other.version(key, version))?.text);
        }
        const outcomes = await other.restore(requests);
        expect(outcomes.every(({ status }) => status === 'restored' || status === 'present')).toBe(true);
        expect(await versionsOf(other, old)).toEqual([30, 25, 20, 15, 10, 5]);
        expect(await versionsOf(other, fresh)).toEqual([3, 2, 1]);
        expect(await found(other, term(`word${old}v30`))).toEqual([old]);
        expect(await found(other, term(`word${fresh}v3`))).toEqual([fresh]);
        expect(await other.heads([`guid-${old}`, `guid-${fresh}`])).toEqual(
          await other.heads([shortIdOf(old), shortIdOf(fresh)]),
        );
        await expectWholeLists(old, [30, 25, 20, 15, 10, 5]);
        await expectWholeLists(fresh, [3, 2, 1]);
      }
    });
  });

  it('succeeds when any single answer is lost', async () => {
    const proxy = openTestProxy(endpoint);
    const store = await openObjects(proxy);
    let lost = true;
    for (let step = 0; lost; step++) {
      lost = false;
      const name = `o${step}`;
      await put(store, name, { version: 10 });
      let bulks = 0;
      proxy.intercept = async (request, send) => {
        const answer = await send();
        if (!isBulk(request) || bulks++ !== step) return answer;
        lost = true;
        throw away();
      };
      const requests = comingIn(name, [5, 15]);
      const outcomes = await store.restore(requests).catch(() => []);
      proxy.intercept = null;
      expect(outcomes.every(({ status }) => status === 'restored')).toBe(true);
      const again = await store.restore(requests);
      expect(again.every(({ status }) => status === 'present' || outcomes.length === 0)).toBe(true);
      await expectWholeLists(name, [15, 10, 5]);
    }
  });

  it('publishes versions whose restore was killed before it published them', async () => {
    const proxy = openTestProxy(endpoint);
    const store = await openObjects(proxy);
    const other = await openObjects();
    proxy.intercept = (request, send) => (isPublication(request) ? Promise.reject(away()) : send());
    const requests = comingIn('a', [1]);
    await expect(store.restore(requests)).rejects.toMatchObject({ status: 503 });
    expect(await found(other, ALL)).toEqual([]);
    expect(await other.restore(requests)).toEqual([{ status: 'present' }]);
    expect(await found(other, ALL)).toEqual(['a']);
  });

  it('I6 never shows a deleted object', async () => {
    const proxy = openTestProxy(endpoint);
    const store = await openObjects(proxy);
    const other = await openObjects();
    const seen: unknown[] = [];
    proxy.intercept = async (_request, send) => {
      const answer = await send();
      const [head = null] = await other.heads([shortIdOf('a')]);
      if (head !== null) seen.push(head.deleted);
      seen.push(...(await found(other, ALL, { caller: ADMIN })));
      return answer;
    };
    const [one, two] = comingIn('a', [1, 2]);
    if (one === undefined || two === undefined) throw new Error('There are two.');
    await store.restore([one, { ...two, deleted: true }]);
    expect(new Set(seen)).toEqual(new Set([true]));
  });

  it.each([
    ['', false],
    [', also if the cluster repeats the bulk that creates it', true],
  ])(
    'I4 keeps a write of another instance to a new object whose earlier versions are not there yet%s',
    async (_, twice) => {
      const proxy = openTestProxy(endpoint);
      const store = await openObjects(proxy);
      const other = await openObjects();
      let commits = 0;
      proxy.intercept = async (request, send) => {
        const answer = await send();
        if (!isCommit(request) || commits++ > 0) return answer;
        const [created = null] = await other.heads([shortIdOf('a')]);
        await put(other, 'a', { version: 20, expected: created, ...MINE });
        return twice ? send() : answer;
      };
      const outcomes = await store.restore(comingIn('a', [1, 2, 3]));
      proxy.intercept = null;
      expect(outcomes.map(({ status }) => status)).toEqual(['restored', 'restored', 'restored']);
      for (const instance of [store, other]) {
        const [head = null] = await instance.heads([shortIdOf('a')]);
        expect(head).toMatchObject({ version: 20, text: makeWrite('a', { version: 20, ...MINE }).text });
      }
      expect(await versionsOf(other, 'a')).toEqual([20, 3, 2, 1]);
      await expectWholeLists('a', [20, 3, 2, 1]);
    },
  );

  it('I4 I5 ends with every version in its place when instances restore and write concurrently', async () => {
    let call = 0;
    const slow = openTestProxy(endpoint);
    slow.intercept = async (_request, send) => {
      await new Promise((resolve) => setTimeout(resolve, (call++ * 7_919) % 15));
      return send();
    };
    const [one, two, three] = await Promise.all([openObjects(slow), openObjects(slow), openObjects(slow)]);
    if (one === undefined || two === undefined || three === undefined) throw new Error('There are three.');
    for (let round = 0; round < 4; round++) {
      const name = `o${round}`;
      const isNew = round % 2 === 0;
      if (!isNew) await put(one, name, { version: 100 });
      const all = Array.from({ length: 90 }, (_, index) => 3 * index);
      const parts = [0, 1].map((part) => all.filter((version) => version % 2 === part));
      const [evens = [], odds = []] = parts.map((versions) => inParts(comingIn(name, versions), 15));
      const restoreAll = async (store: ObjectStore, batches: readonly RestoreRequest[][]) => {
        for (const batch of batches) {
          const outcomes = await store.restore(batch);
          expect(outcomes.filter(({ status }) => status !== 'restored')).toEqual([]);
        }
      };
      const [, , written] = await Promise.all([
        restoreAll(one, evens),
        restoreAll(two, odds.reverse()),
        writeMany(three, name, 10),
      ]);
      const versions = [...new Set([...all, ...written, ...(isNew ? [] : [100])])];
      expect(await versionsOf(three, name)).toEqual(versions.sort((a, b) => b - a));
      await expectWholeLists(name, versions);
      for (const version of written) {
        expect((await one.version(keyOf(name), version))?.text).toBe(makeWrite(name, { version, ...MINE }).text);
      }
      const newest = versions[0] ?? 0;
      const word = written.includes(newest) ? 'mine' : `word${name}v${newest}`;
      expect(await found(one, term(word))).toContain(name);
    }
  });
});

const DOCUMENTS = z.object({
  hits: z.object({
    hits: z.array(
      z.object({
        _source: z.object({
          kind: z.string(),
          version: z.optional(z.number()),
          earlier: z.optional(z.array(z.number())),
        }),
      }),
    ),
  }),
});

const MINE = { members: { name: 'mine' } };

function comingIn(name: string, versions: readonly number[]): RestoreRequest[] {
  const aliases = [{ name: `guid-${name}`, strength: 'strong' as const }];
  return versions.map((version) =>
    makeRestore(name, { version, aliases, members: { name: `word${name}v${version}` } }),
  );
}

function inParts<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** Writes on top of the current state, with versions that no import uses. Returns the acknowledged versions. */
async function writeMany(store: ObjectStore, name: string, count: number): Promise<number[]> {
  const written: number[] = [];
  while (written.length < count) {
    const [head = null] = await store.heads([shortIdOf(name)]);
    const version =
      (head === null ? 0 : Math.floor(head.version / 3) * 3) + (head === null || head.version % 3 === 0 ? 1 : 4);
    const [outcome] = await store.write([makeWrite(name, { version, expected: head, ...MINE })]);
    if (outcome?.status === 'stored') written.push(version);
  }
  return written;
}
