import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  ADMIN,
  found,
  keyOf,
  makeWrite,
  put,
  putAll,
  shortIdOf,
} from '../../shared/repository/store/contract/fixtures.ts';
import { removeObject, writeNext } from '../../shared/repository/store/contract/moving.ts';
import { ALL, term } from '../../shared/repository/store/contract/queries.ts';
import type { ObjectStore } from '../../shared/repository/store/object-store.ts';
import { createEngine } from '../../shared/stores/opensearch/engine/engine.ts';
import type { EngineRequest } from '../../shared/stores/opensearch/engine/transport.ts';
import { createFetchTransport } from '../../shared/stores/opensearch/engine/transport.ts';
import { LAYOUTS, type Layouts } from '../../shared/stores/opensearch/indices/index-definitions.ts';
import { aliasOfGone, indexNames } from '../../shared/stores/opensearch/indices/index-names.ts';
import { listIndices, readIndex } from '../../shared/stores/opensearch/indices/indices.ts';
import type { OpenSearchStore, OpenSearchStoreOptions } from '../../shared/stores/opensearch/open.ts';
import { readNote } from '../../shared/stores/opensearch/rebuild/announcement.ts';
import {
  away,
  countCalls,
  isPublication,
  layoutsBefore,
  openTestProxy,
  type TestProxy,
} from '../../shared/stores/opensearch/testing/test-proxy.ts';
import { useClusterStores } from '../support/cluster-stores.ts';
import { openSearchForTests } from '../support/opensearch.ts';

const shared = await openSearchForTests();
const endpoint = shared?.endpoint ?? '';

/** Short enough for tests; the lease is longer than any call on a busy machine. */
const TIMING = { freshness: 40, lease: 600 };

/** Rebuilds are killed after every call whose number is a multiple of this. */
const STRIDE = process.env['CHECKS'] === 'full' ? 1 : 3;

const isSwitch = ({ path, body }: EngineRequest) => path === '_aliases' && body?.includes('.next') === true;

describe.skipIf(shared === null)('the indices on a cluster', () => {
  const engine = createEngine(createFetchTransport({ endpoint, authorization: null }), 10_000, 'immediate');
  const { prefix, open: openOn } = useClusterStores(endpoint);

  function open(more: Partial<OpenSearchStoreOptions> = {}, proxy?: TestProxy): Promise<OpenSearchStore> {
    return openOn(proxy, { timing: TIMING, ...more });
  }

  const names = () => indexNames(prefix());
  const note = () => readNote({ engine, names: names() });
  const searchIndices = async () => (await listIndices(engine, prefix(), 'search')).map(({ name }) => name);
  const liveIndex = async () => readIndex(engine, names().search);

  /** Waits as a scheduler does, until no instance rebuilds. */
  async function untilDone(store: OpenSearchStore): Promise<void> {
    while ((await note()) !== null || 'migrating' in (await store.objects.health())) {
      await sleep(50);
      await store.objects.tend();
    }
  }

  it('G16 resumes a rebuild that was killed at any step, and removes its leftovers', async () => {
    const survivor = await open();
    await putAll(
      survivor.objects,
      ['a', 'b', 'c'].map((name) => makeWrite(name, { members: { name: 'kept' } })),
    );
    let step = 0;
    let kills = 0;
    for (let finished = false; !finished; ) {
      const proxy = openTestProxy(endpoint);
      const victim = await open({}, proxy);
      step += STRIDE;
      kills++;
      let calls = 0;
      // Half of the last calls are executed, but their responses are lost.
      proxy.intercept = async (_request, send) => {
        calls++;
        if (calls === step && kills % 2 === 0) await send();
        if (calls >= step) throw away();
        return send();
      };
      const rebuilt = victim.objects.rebuild().then(
        () => true,
        () => false,
      );
      while (calls < step && !(await Promise.race([rebuilt, sleep(5, false)])));
      await victim.close();
      finished = await rebuilt;
      await put(survivor.objects, `n${kills}`, { members: { name: 'kept' } });
      await untilDone(survivor);
      expect(await found(survivor.objects, term('kept'), { limit: 100 })).toHaveLength(3 + kills);
    }
    expect(step).toBeGreaterThan(10);
    expect(await searchIndices()).toEqual([(await liveIndex())?.name]);
    expect(await readIndex(engine, aliasOfGone(prefix()))).toBeNull();
  });

  it('G16 stays consistent when a rebuild resumes after another instance took it over', async () => {
    const proxy = openTestProxy(endpoint);
    const sleeper = await open({}, proxy);
    const other = await open();
    await put(other.objects, 'a', { members: { name: 'kept' } });
    const woken = Promise.withResolvers<void>();
    const asleep = new Promise<void>((resolve) => {
      proxy.intercept = async (request, send) => {
        if (!isSwitch(request)) return send();
        proxy.intercept = null;
        resolve();
        await woken.promise;
        return send();
      };
    });
    const rebuilt = sleeper.objects.rebuild();
    await asleep;
    await untilDone(other);
    await put(other.objects, 'b', { members: { name: 'kept' } });
    const taken = (await liveIndex())?.name;
    woken.resolve();
    expect(await rebuilt).toBe(1);
    expect(await found(other.objects, term('kept'))).toHaveLength(2);
    expect(await searchIndices()).toEqual([taken]);
    expect((await liveIndex())?.name).toBe(taken);
  });

  it('runs one rebuild at a time for concurrent requests to several instances', async () => {
    const instances = [await open(), await open(), await open()];
    await put(instances[0]?.objects as ObjectStore, 'a', { members: { name: 'kept' } });
    expect(await Promise.all(instances.map(({ objects }) => objects.rebuild()))).toEqual([1, 1, 1]);
    expect(await searchIndices()).toEqual([(await liveIndex())?.name]);
    for (const { objects } of instances) expect(await found(objects, term('kept'))).toEqual(['a']);
  });

  it('I1 shows writes that were committed before a rebuild and published after it, including deletions', async () => {
    const proxies = [openTestProxy(endpoint), openTestProxy(endpoint)] as const;
    const saver = await open({}, proxies[0]);
    const remover = await open({}, proxies[1]);
    const other = await open();
    await put(other.objects, 'gone', { members: { name: 'word' } });
    const held = Promise.withResolvers<void>();
    for (const proxy of proxies) {
      proxy.intercept = async (request, send) => {
        if (isPublication(request)) await held.promise;
        return send();
      };
    }
    const writes = [put(saver.objects, 'late', { members: { name: 'word' } }), removeObject(remover.objects, 'gone')];
    const committed = async () =>
      (await other.objects.heads(['late', 'gone'].map(shortIdOf))).map((head) => head?.deleted);
    await expect.poll(committed).toEqual([false, true]);
    await other.objects.rebuild();
    held.resolve();
    await Promise.all(writes);
    for (const { objects } of [saver, remover, other]) {
      expect(await found(objects, term('word'))).toEqual(['late']);
    }
  });

  it('detects a rebuild with the calls of a save', async () => {
    const proxy = openTestProxy(endpoint);
    const freshness = 2_000; // longer than any save
    const { objects } = await open({ timing: { ...TIMING, freshness } }, proxy);
    const counter = countCalls(proxy);
    for (let version = 1; version <= 2; version++) {
      await sleep(freshness + 20);
      const [head = null] = await objects.heads([shortIdOf('a')]);
      await put(objects, 'a', { version, expected: head, aliases: [] });
    }
    expect(counter.calls).toBe(6);
  });

  describe('G18 a search index of an earlier version of the service', () => {
    const BEFORE = layoutsBefore();
    const AFTER = LAYOUTS.search.layout;
    /** Search copies that were written by an earlier version. */
    const outdated = async () => {
      await engine.refresh(names().search);
      const body = JSON.stringify({ query: { range: { layout: { lt: AFTER } } } });
      return (await engine.call({ method: 'POST', path: `${names().search}/_count`, body })).body;
    };

    it('is replaced while old and new instances write and search, without missing results', async () => {
      const old = await open({ layouts: BEFORE });
      const total = 60;
      await putAll(
        old.objects,
        Array.from({ length: total }, (_, index) => makeWrite(`o${index}`, { members: { name: 'kept' } })),
      );
      expect((await liveIndex())?.layout).toBe(AFTER - 1);
      const sentences: string[] = [];
      const proxy = openTestProxy(endpoint);
      const arrived = Promise.withResolvers<void>();
      proxy.intercept = async (request, send) => {
        if (isSwitch(request)) await arrived.promise;
        return send();
      };
      const present = await open({ announce: (sentence) => sentences.push(sentence) }, proxy);
      expect(await present.objects.health()).toEqual({ ready: true, migrating: true });
      let running = true;
      let written = 0;
      const write = async ({ objects }: OpenSearchStore, name: string) => {
        for (let round = 0; running || round < 3; round++) {
          await put(objects, `${name}${round}`, { members: { name: `first ${name}${round} kept` } });
          await writeNext(objects, `${name}${round}`, { name: `second ${name}${round} kept` });
          written++;
          for (const instance of [old, present]) {
            expect(await found(instance.objects, term(`${name}${round}`))).toEqual([`${name}${round}`]);
          }
          if (round === 2) arrived.resolve();
        }
      };
      const search = async ({ objects }: OpenSearchStore) => {
        while (running)
          expect((await found(objects, term('kept'), { limit: 500 })).length).toBeGreaterThanOrEqual(total);
      };
      const migrate = async () => {
        await untilDone(present);
        running = false;
      };
      await Promise.all([migrate(), write(old, 'old'), write(present, 'present'), search(old), search(present)]);
      expect((await liveIndex())?.layout).toBe(AFTER);
      await put(old.objects, 'afterwards', { members: { name: 'kept' } });
      await engine.refresh(names().search);
      await present.objects.tend();
      expect(await outdated()).toMatchObject({ count: 0 });
      for (const { objects } of [old, present]) {
        expect(await found(objects, term('kept'), { limit: 1_000 })).toHaveLength(total + written + 1);
      }
      expect(sentences).toHaveLength(2);
      expect(await searchIndices()).toEqual([(await liveIndex())?.name]);
    });

    it('G16 is replaced at the next start or tick when the first attempt was killed', async () => {
      const old = await open({ layouts: BEFORE });
      await put(old.objects, 'a', { members: { name: 'kept' } });
      const proxy = openTestProxy(endpoint);
      proxy.intercept = (request, send) => (isSwitch(request) ? Promise.reject(away()) : send());
      const killed = await open({}, proxy);
      while (!(await note())) await sleep(10);
      proxy.intercept = () => Promise.reject(away());
      await killed.close();
      const next = await open();
      expect(await found(next.objects, term('kept'))).toEqual(['a']);
      await untilDone(next);
      expect((await liveIndex())?.layout).toBe(AFTER);
      expect(await found(old.objects, term('kept'))).toEqual(['a']);
      expect(await searchIndices()).toHaveLength(1);
    });

    it('G16 is resumed immediately after an instance was stopped', async () => {
      const old = await open({ layouts: BEFORE });
      await put(old.objects, 'a', { members: { name: 'kept' } });
      const stopped = await open({ timing: { ...TIMING, lease: 60_000 } });
      await stopped.close();
      const next = await open({ timing: { ...TIMING, lease: 60_000 } });
      await untilDone(next);
      expect((await liveIndex())?.layout).toBe(AFTER);
      expect(await found(next.objects, term('kept'))).toEqual(['a']);
    });

    it('is not restored by an instance that does not know the current one', async () => {
      const old = await open({ layouts: BEFORE });
      await put(old.objects, 'a', { members: { name: 'kept' } });
      await untilDone(await open());
      await expect(old.objects.rebuild()).rejects.toMatchObject({ code: 'store-unavailable' });
      await old.objects.tend();
      expect(await found(old.objects, term('kept'))).toEqual(['a']);
      const refusal = new RegExp(`layout ${AFTER}, .* knows layouts up to ${AFTER - 1}`);
      await expect(open({ layouts: BEFORE })).rejects.toThrow(refusal);
      expect((await liveIndex())?.layout).toBe(AFTER);
    });
  });

  it('G18 new mappings of objects and values are added in place', async () => {
    const { objects: before } = await open();
    const head = await put(before, 'a');
    const more = (kind: 'objects' | 'values') => {
      const { mappings, layout, ...rest } = LAYOUTS[kind];
      const properties = { ...mappings.properties, extra: { type: 'keyword' } as const };
      return { ...rest, layout: layout + 1, mappings: { ...mappings, properties } };
    };
    const layouts: Layouts = { ...LAYOUTS, objects: more('objects'), values: more('values') };
    const { objects } = await open({ layouts });
    expect(await objects.health()).toEqual({ ready: true });
    expect(await objects.heads(['a'])).toEqual([head]);
    for (const kind of ['objects', 'values'] as const) {
      expect(await readIndex(engine, names()[kind])).toMatchObject({ layout: LAYOUTS[kind].layout + 1 });
    }
    await expect(open()).rejects.toThrow(/start the version that wrote it, or a newer one/);
  });

  it('takes over the indices of the first versions, which had no number', async () => {
    const path = `${names().search}-1`;
    const { settings, mappings } = layoutsBefore().search;
    const body = JSON.stringify({
      settings: { index: { number_of_shards: 1, number_of_replicas: 0, ...settings } },
      mappings: { ...mappings, _meta: { layout: 1 } },
      aliases: { [names().search]: { is_write_index: true } },
    });
    await engine.call({ method: 'PUT', path, body });
    const store = await open();
    await put(store.objects, 'a', { members: { name: 'kept' } });
    await untilDone(store);
    expect(await found(store.objects, term('kept'))).toEqual(['a']);
    expect(await searchIndices()).toEqual([`${names().search}-${LAYOUTS.search.layout}-1`]);
  });

  it('replaces a search index that an older engine created: the next engine could not read it', async () => {
    const proxy = openTestProxy(endpoint);
    const { objects } = await open();
    await put(objects, 'a', { members: { name: 'kept' } });
    const before = (await liveIndex())?.name ?? '';
    proxy.intercept = async (request, send) => {
      const response = await send();
      if (request.method !== 'GET' || request.path !== names().search) return response;
      const text = JSON.stringify(response.body);
      return {
        ...response,
        body: JSON.parse(
          text.includes(`"${before}"`) ? text.replace(/"created":"\d+"/, '"created":"136217827"') : text,
        ),
      };
    };
    const store = await open({}, proxy);
    expect(await store.objects.health()).toEqual({ ready: true, migrating: true });
    await untilDone(store);
    expect(await searchIndices()).not.toContain(before);
    expect(await found(objects, term('kept'))).toEqual(['a']);
  });

  it('recreates all search copies at the next start when the search index was deleted', async () => {
    const { objects, close } = await open();
    await putAll(
      objects,
      ['a', 'b', 'c'].map((name) => makeWrite(name, { members: { name: 'kept' } })),
    );
    await close();
    await open(); // the next repair reads only what is new
    await engine.call({ method: 'DELETE', path: (await liveIndex())?.name ?? '' });
    expect(await found((await open()).objects, term('kept'))).toHaveLength(3);
  });

  it('keeps indices that it did not retire, whatever their names', async () => {
    const beside = `${names().objects}-1-7`;
    await engine.call({ method: 'PUT', path: beside, body: JSON.stringify({ settings: { number_of_replicas: 0 } }) });
    const store = await open();
    await store.objects.rebuild();
    await store.objects.tend();
    expect((await listIndices(engine, prefix(), 'objects')).map(({ name }) => name)).toContain(beside);
  });

  describe('purge', () => {
    it('is not undone by a concurrent rebuild', async () => {
      const proxy = openTestProxy(endpoint);
      const rebuilding = await open({}, proxy);
      const other = await open();
      await put(other.objects, 'a', { members: { name: 'word' } });
      const held = Promise.withResolvers<void>();
      const arrived = new Promise<void>((resolve) => {
        proxy.intercept = async (request, send) => {
          if (isSwitch(request)) {
            proxy.intercept = null;
            resolve();
            await held.promise;
          }
          return send();
        };
      });
      const rebuilt = rebuilding.objects.rebuild();
      await arrived;
      await other.objects.purge();
      await put(other.objects, 'b', { members: { name: 'word' } });
      held.resolve();
      expect(await rebuilt).toBe(1);
      for (const { objects } of [rebuilding, other]) {
        expect(await found(objects, ALL, { caller: ADMIN })).toEqual(['b']);
        expect(await objects.count()).toBe(1);
      }
      expect(await searchIndices()).toHaveLength(1);
    });

    it('I4 refuses a write over a purged state, even where a new state has the same number', async () => {
      const [first, second] = [(await open()).objects, (await open()).objects];
      const head = await put(first, 'a', { aliases: [] });
      await second.purge();
      await put(second, 'a', { aliases: [], members: { name: 'anew' } });
      const [outcome] = await first.write([makeWrite('a', { version: 2, expected: head, aliases: [] })]);
      expect(outcome).toEqual({ status: 'conflict' });
      expect(await second.history(keyOf('a'), 10)).toHaveLength(1);
    });

    it('removes writes from search that were committed before it', async () => {
      const proxy = openTestProxy(endpoint);
      const [slow, other] = [(await open({}, proxy)).objects, (await open()).objects];
      const first = await put(slow, 'a', { members: { name: 'old' } });
      await put(slow, 'a', { version: 2, expected: first, members: { name: 'old' } });
      const held = Promise.withResolvers<void>();
      proxy.intercept = async (request, send) => {
        if (isPublication(request)) await held.promise;
        return send();
      };
      const [head = null] = await slow.heads([shortIdOf('a')]);
      const removal = { key: keyOf('a'), expected: head?.writeId ?? '', time: 1 };
      const writes = [put(slow, 'b', { members: { name: 'old' } }), slow.remove([removal])];
      const committed = async () => (await other.heads(['b', 'a'].map(shortIdOf))).map((head) => head?.deleted);
      await expect.poll(committed).toEqual([false, true]);
      await other.purge();
      const anew = await put(other, 'a', { members: { name: 'new' } });
      held.resolve();
      await Promise.all(writes);
      for (const store of [slow, other]) {
        expect(await found(store, term('old'))).toEqual([]);
        expect(await found(store, term('new'))).toEqual(['a']);
        expect(await store.heads(['a', 'b'])).toEqual([anew, null]);
      }
      const { body } = await engine.call({ method: 'GET', path: `${names().search}/_count` });
      expect(body).toMatchObject({ count: 1 });
    });

    it('is complete when its answer is lost, or when it is killed before it deletes the old indices', async () => {
      const proxy = openTestProxy(endpoint);
      const [killed, other] = [await open({}, proxy), await open()];
      await put(other.objects, 'a');
      proxy.intercept = async ({ path }, send) => {
        if (path !== '_aliases') return send();
        await send();
        proxy.intercept = () => Promise.reject(away());
        throw away();
      };
      await expect(killed.objects.purge()).rejects.toMatchObject({ code: 'store-unavailable' });
      expect(await other.objects.heads(['a'])).toEqual([null]);
      await put(other.objects, 'a', { members: { name: 'word' } });
      await other.objects.tend();
      expect(await found(other.objects, term('word'))).toEqual(['a']);
      expect(await listIndices(engine, prefix(), 'objects')).toHaveLength(1);
      expect(await searchIndices()).toHaveLength(1);
    });
  });

  it('shows a save immediately also when it waits for the next refresh', async () => {
    const proxy = openTestProxy(endpoint);
    const waiting = await open({ refresh: 'wait' }, proxy);
    const paths: string[] = [];
    proxy.intercept = ({ path }, send) => {
      paths.push(path);
      return send();
    };
    await put(waiting.objects, 'a', { members: { name: 'word' } });
    expect(await found((await open()).objects, term('word'))).toEqual(['a']);
    expect(paths.some((path) => path.includes('refresh=wait_for'))).toBe(true);
    expect(paths.some((path) => path.includes('refresh=true'))).toBe(false);
  });
});
