import { describe, expect, it, vi } from 'vitest';
import type { ObjectStore } from '../../shared/store/object-store.ts';
import { createFetchTransport } from '../../shared/store/opensearch/engine/fetch-transport.ts';
import { REBUILD_TIMING } from '../../shared/store/opensearch/rebuild/replacement.ts';
import {
  away,
  countCalls,
  isCommit,
  isPublication,
  openTestLine,
} from '../../shared/store/opensearch/testing/test-lines.ts';
import {
  ADMIN,
  found,
  keyOf,
  makeWrite,
  nameOf,
  put,
  readThrough,
  shortIdOf,
} from '../../shared/store/testing/fixtures.ts';
import { ALL, term } from '../../shared/store/testing/queries.ts';
import { useClusterStores } from '../support/cluster-stores.ts';
import { openSearchForTests } from '../support/opensearch.ts';

const engine = await openSearchForTests();
const endpoint = engine?.endpoint ?? '';

/** What only a store on a network can get wrong. */
describe.skipIf(engine === null)('the OpenSearch store', () => {
  const whole = createFetchTransport({ endpoint: endpoint, authorization: null });
  const { prefix, openObjects } = useClusterStores(endpoint);

  it('asks the engine three times for a single save: the state before, the commit, the search copy', async () => {
    const line = openTestLine(endpoint);
    const store = await openObjects(line, { timing: REBUILD_TIMING });
    const counted = countCalls(line);
    const saves = 5;
    for (let version = 1; version <= saves; version++) {
      const [head = null] = await store.heads([shortIdOf('a')]);
      const aliases = ['guid', 'digest'].map((name) => ({ name, strength: 'strong' as const }));
      await put(store, 'a', { version, expected: head, aliases });
    }
    expect(counted.calls).toBe(3 * saves);
  });

  it('shares calls between saves that come at the same time', async () => {
    const line = openTestLine(endpoint);
    const store = await openObjects(line);
    const counted = countCalls(line);
    await Promise.all(Array.from({ length: 100 }, (_, index) => put(store, `o${index}`)));
    expect(counted.calls).toBeLessThanOrEqual(10);
  });

  it('I11 takes a save whose answer got lost for what it is: done once, or not at all', async () => {
    const line = openTestLine(endpoint);
    const store = await openObjects(line);
    const aliases = ['a', 'guid'].map((name) => ({ name, strength: 'strong' as const }));
    const first = await put(store, 'a', { aliases });
    line.fate = async (request, send) => {
      if (!isCommit(request)) return send();
      line.fate = null;
      await send();
      throw away();
    };
    const second = await put(store, 'a', { version: 2, expected: first });
    expect(await store.heads(['a', 'guid'])).toEqual([second, second]);
    expect((await store.history(keyOf('a'), 10)).map(({ version }) => version)).toEqual([2, 1]);
    line.fate = async (request, send) => {
      if (!isCommit(request)) return send();
      line.fate = null;
      throw away();
    };
    await expect(put(store, 'a', { version: 3, expected: second })).rejects.toMatchObject({
      code: 'store-unavailable',
    });
    expect(await store.heads(['a'])).toEqual([second]);
  });

  it('I11 counts a name that it claimed as claimed, though the answer got lost', async () => {
    const line = openTestLine(endpoint);
    const store = await openObjects(line);
    const first = await put(store, 'a');
    line.fate = async (request, send) => {
      if (!isCommit(request)) return send();
      line.fate = null;
      await send();
      throw away();
    };
    const aliases = [{ name: 'later', strength: 'strong' as const }];
    const second = await put(store, 'a', { version: 2, expected: first, aliases });
    expect(await store.heads(['a', 'later'])).toEqual([second, second]);
  });

  it('G2 I11 finishes what a killed instance had committed and not shown: at the next start', async () => {
    const line = openTestLine(endpoint);
    const store = await openObjects(line);
    const kept = await put(store, 'kept', { members: { name: 'before' } });
    const gone = await put(store, 'gone', { members: { name: 'before' } });
    line.fate = async (request, send) => (isPublication(request) ? Promise.reject(away()) : send());
    await expect(put(store, 'new', { members: { name: 'after' } })).rejects.toMatchObject({ status: 503 });
    await expect(put(store, 'kept', { version: 2, expected: kept, members: { name: 'after' } })).rejects.toThrow();
    await expect(store.remove([{ key: gone.key, expected: gone.writeId, time: 1 }])).rejects.toThrow();
    const after = await openObjects();
    expect((await found(after, term('after'))).sort()).toEqual(['kept', 'new']);
    expect(await found(after, ALL, { caller: ADMIN })).toHaveLength(2);
  });

  it('I7 finishes it also when a search meets it first, and shows no state that is over', async () => {
    const line = openTestLine(endpoint);
    const store = await openObjects(line);
    const other = await openObjects();
    const head = await put(store, 'a', { members: { name: 'same before' } });
    line.fate = async (request, send) => (isPublication(request) ? Promise.reject(away()) : send());
    const hidden = { version: 2, expected: head, members: { name: 'same after' }, visibleTo: [] };
    await expect(put(store, 'a', hidden)).rejects.toMatchObject({ status: 503 });
    expect(await found(other, term('same'))).toEqual([]);
    expect(await found(other, term('after'))).toEqual([]);
  });

  it('D13 pages through objects that instances made at one moment, each once, though they are written again', async () => {
    const moment = Date.now();
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.5); // the number of an instance within a millisecond
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

  it('I3 gives a name that two new objects want at once to one of them, and nothing of the other is left', async () => {
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
      const line = openTestLine(endpoint);
      const store = await openObjects(line);
      line.fate = async () => ({ status, body: { error: { type: 'rejected_execution_exception', reason: 'secret' } } });
      const failed = store.heads(['a']);
      await expect(failed).rejects.toMatchObject({ code: 'store-unavailable', extras: { retryAfter } });
      await expect(failed).rejects.not.toThrow(/secret|exception/);
    },
  );

  it('G14 takes no writes while the engine blocks them for want of space, says so, and goes on when it does not', async () => {
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
