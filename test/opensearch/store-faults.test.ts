import { describe, expect, it, vi } from 'vitest';
import {
  ADMIN,
  found,
  keyOf,
  makeWrite,
  nameOf,
  put,
  readThrough,
  shortIdOf,
} from '../../shared/repository/store/contract/fixtures.ts';
import { ALL, term } from '../../shared/repository/store/contract/queries.ts';
import type { ObjectStore } from '../../shared/repository/store/object-store.ts';
import { createFetchTransport } from '../../shared/stores/opensearch/engine/transport.ts';
import { REBUILD_TIMING } from '../../shared/stores/opensearch/rebuild/replacement.ts';
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

/** Faults that are specific to a store on a network. */
describe.skipIf(engine === null)('the OpenSearch store', () => {
  const whole = createFetchTransport({ endpoint: endpoint, authorization: null });
  const { prefix, openObjects } = useClusterStores(endpoint);

  it('takes three calls for a single save: the state before, the commit, the search copy', async () => {
    const proxy = openTestProxy(endpoint);
    const store = await openObjects(proxy, { timing: REBUILD_TIMING });
    const counted = countCalls(proxy);
    const saves = 5;
    for (let version = 1; version <= saves; version++) {
      const [head = null] = await store.heads([shortIdOf('a')]);
      const aliases = ['guid', 'digest'].map((name) => ({ name, strength: 'strong' as const }));
      await put(store, 'a', { version, expected: head, aliases });
    }
    expect(counted.calls).toBe(3 * saves);
  });

  it('shares calls between concurrent saves', async () => {
    const proxy = openTestProxy(endpoint);
    const store = await openObjects(proxy);
    const counted = countCalls(proxy);
    await Promise.all(Array.from({ length: 100 }, (_, index) => put(store, `o${index}`)));
    expect(counted.calls).toBeLessThanOrEqual(10);
  });

  it('I11 does a save whose response is lost once, or not at all', async () => {
    const proxy = openTestProxy(endpoint);
    const store = await openObjects(proxy);
    const aliases = ['a', 'guid'].map((name) => ({ name, strength: 'strong' as const }));
    const first = await put(store, 'a', { aliases });
    proxy.intercept = async (request, send) => {
      if (!isCommit(request)) return send();
      proxy.intercept = null;
      await send();
      throw away();
    };
    const second = await put(store, 'a', { version: 2, expected: first });
    expect(await store.heads(['a', 'guid'])).toEqual([second, second]);
    expect((await store.history(keyOf('a'), 10)).map(({ version }) => version)).toEqual([2, 1]);
    proxy.intercept = async (request, send) => {
      if (!isCommit(request)) return send();
      proxy.intercept = null;
      throw away();
    };
    await expect(put(store, 'a', { version: 3, expected: second })).rejects.toMatchObject({
      code: 'store-unavailable',
    });
    expect(await store.heads(['a'])).toEqual([second]);
  });

  it('I11 keeps a claimed name if the answer is lost', async () => {
    const proxy = openTestProxy(endpoint);
    const store = await openObjects(proxy);
    const first = await put(store, 'a');
    proxy.intercept = async (request, send) => {
      if (!isCommit(request)) return send();
      proxy.intercept = null;
      await send();
      throw away();
    };
    const aliases = [{ name: 'later', strength: 'strong' as const }];
    const second = await put(store, 'a', { version: 2, expected: first, aliases });
    expect(await store.heads(['a', 'later'])).toEqual([second, second]);
  });

  it('G2 I11 publishes the commits of a killed instance at the next start', async () => {
    const proxy = openTestProxy(endpoint);
    const store = await openObjects(proxy);
    const kept = await put(store, 'kept', { members: { name: 'before' } });
    const gone = await put(store, 'gone', { members: { name: 'before' } });
    proxy.intercept = async (request, send) => (isPublication(request) ? Promise.reject(away()) : send());
    await expect(put(store, 'new', { members: { name: 'after' } })).rejects.toMatchObject({ status: 503 });
    await expect(put(store, 'kept', { version: 2, expected: kept, members: { name: 'after' } })).rejects.toThrow();
    await expect(store.remove([{ key: gone.key, expected: gone.writeId, time: 1 }])).rejects.toThrow();
    const after = await openObjects();
    expect((await found(after, term('after'))).sort()).toEqual(['kept', 'new']);
    expect(await found(after, ALL, { caller: ADMIN })).toHaveLength(2);
  });

  it('I7 publishes it also when a search finds it first, and returns no superseded state', async () => {
    const proxy = openTestProxy(endpoint);
    const store = await openObjects(proxy);
    const other = await openObjects();
    const head = await put(store, 'a', { members: { name: 'same before' } });
    proxy.intercept = async (request, send) => (isPublication(request) ? Promise.reject(away()) : send());
    const hidden = { version: 2, expected: head, members: { name: 'same after' }, visibleTo: [] };
    await expect(put(store, 'a', hidden)).rejects.toMatchObject({ status: 503 });
    expect(await found(other, term('same'))).toEqual([]);
    expect(await found(other, term('after'))).toEqual([]);
  });

  it('D13 pages through objects that instances created at the same moment, each once, though they are rewritten', async () => {
    const moment = Date.now();
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.5); // the random number of an instance within a millisecond
    const stores = [];
    for (let instance = 0; instance < 3; instance++) stores.push(await openObjects(undefined, { clock: () => moment }));
    random.mockRestore();
    const names = ['a', 'b', 'c'];
    for (const [instance, store] of stores.entries()) for (const name of names) await put(store, `${name}${instance}`);
    const [store] = stores as [ObjectStore];
    const all = stores.flatMap((_, instance) => names.map((name) => `${name}${instance}`));
    const writeAgain = async () => {
      const heads = (await store.heads(all.map(shortIdOf))).filter((head) => head !== null);
      for (const head of heads) await put(store, nameOf(head), { version: head.version + 1, expected: head });
    };
    for (const limit of [1, 2, 4]) {
      const seen = await readThrough(store, ALL, { limit }, writeAgain);
      expect(seen.toSorted()).toEqual(all.toSorted());
    }
  });

  it('I3 gives a name that two new objects claim concurrently to one of them, and removes the other', async () => {
    const instances = [await openObjects(), await openObjects()];
    for (let round = 0; round < 10; round++) {
      const guid = `guid${round}`;
      const outcomes = await Promise.all(
        instances.map(async (store, index) => {
          const write = makeWrite(`r${round}i${index}`, { aliases: [{ name: guid, strength: 'strong' }] });
          return (await store.write([write]))[0]?.status;
        }),
      );
      const winners = outcomes.filter((status) => status === 'stored').length;
      expect(winners).toBeLessThanOrEqual(1);
      expect(outcomes.every((status) => status === 'stored' || status === 'alias-taken')).toBe(true);
      const [holder] = await (instances[0] as ObjectStore).heads([guid]);
      const heads = await (instances[1] as ObjectStore).heads([shortIdOf(`r${round}i0`), shortIdOf(`r${round}i1`)]);
      expect(heads.filter((head) => head !== null)).toEqual(winners === 1 ? [holder] : []);
    }
  });

  it.each([
    [429, 1],
    [503, 5],
  ])(
    'I12 answers 503 when the engine answers %i, with a time to come back, and none of its words',
    async (status, retryAfter) => {
      const proxy = openTestProxy(endpoint);
      const store = await openObjects(proxy);
      proxy.intercept = async () => ({
        status,
        body: { error: { type: 'rejected_execution_exception', reason: 'secret' } },
      });
      const failed = store.heads(['a']);
      await expect(failed).rejects.toMatchObject({ code: 'store-unavailable', extras: { retryAfter } });
      await expect(failed).rejects.not.toThrow(/secret|exception/);
    },
  );

  it('G14 refuses writes while the engine blocks them for lack of space, reports it, and recovers', async () => {
    const store = await openObjects();
    const block = (value: boolean | null) =>
      whole.request({
        method: 'PUT',
        path: `${prefix()}objects,${prefix()}values/_settings`,
        body: JSON.stringify({ 'index.blocks.read_only_allow_delete': value }),
        timeout: 10_000,
      });
    await block(true);
    await expect(put(store, 'a')).rejects.toMatchObject({ code: 'store-unavailable', status: 503 });
    expect(await store.health()).toMatchObject({ ready: false });
    expect(await store.heads(['a'])).toEqual([null]);
    await block(null);
    expect(await store.health()).toEqual({ ready: true });
    await put(store, 'a');
  });
});
