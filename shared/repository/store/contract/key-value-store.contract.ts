import { beforeEach, describe, expect, it } from 'vitest';
import type { KeyValueStore, ListedKey, ListPage } from '../key-value-store.ts';
import type { KeyValueStoreHarness } from './harness.ts';
import { useSharedHarness } from './use-store.ts';

const listedKey = (name: string): ListedKey => `identity/${name}`;

/** The values under a prefix by their keys; a key that comes twice is a fault. */
async function listAll(store: KeyValueStore, prefix: ListedKey, limit: number): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  let cursor: string | null = null;
  do {
    const page: ListPage = await store.list(prefix, cursor, limit);
    expect(page.entries.length).toBeLessThanOrEqual(limit);
    for (const { key, value } of page.entries) {
      expect(found.has(key), key).toBe(false);
      found.set(key, value);
    }
    cursor = page.next;
  } while (cursor !== null);
  return found;
}

/** The contract of every {@link KeyValueStore}. */
export function describeKeyValueStore(name: string, open: () => Promise<KeyValueStoreHarness>): void {
  describe(`${name}: key-value store`, () => {
    const current = useSharedHarness(open);
    let harness: KeyValueStoreHarness;
    let store: KeyValueStore;
    beforeEach(() => {
      harness = current();
      store = harness.store;
    });

    it('returns the stored value, on every instance and after a restart', async () => {
      const entry = await store.set('a', 'välue \u0000 "quoted"\n');
      expect(await store.get('a')).toEqual(entry);
      expect(await (await harness.another()).get('a')).toEqual(entry);
      expect(await (await harness.reopen()).get('a')).toEqual(entry);
    });

    it('returns null for keys that were never set or are deleted', async () => {
      expect(await store.get('a')).toBeNull();
      expect(await store.delete('a')).toBe(false);
      await store.set('a', '1');
      expect(await store.delete('a')).toBe(true);
      expect(await store.get('a')).toBeNull();
    });

    it('keeps keys apart that differ in case, blanks or a wildcard', async () => {
      const keys = ['a', 'A', 'a ', ' a', 'a%', 'a_', 'a*', ''];
      for (const key of keys) await store.set(key, `value of "${key}"`);
      for (const key of keys) expect((await store.get(key))?.value).toBe(`value of "${key}"`);
    });

    it('changes the revision with every write, of the same value too', async () => {
      const first = await store.set('a', '1');
      const second = await store.set('a', '1');
      expect(second?.revision).not.toBe(first?.revision);
    });

    it('writes only in the expected state', async () => {
      const first = await store.set('a', '1', { expected: null });
      expect(first).not.toBeNull();
      expect(await store.set('a', '2', { expected: null })).toBeNull();
      expect(await store.set('a', '2', { expected: 'another revision' })).toBeNull();
      expect((await store.get('a'))?.value).toBe('1');
      expect((await store.set('a', '2', { expected: first?.revision ?? '' }))?.value).toBe('2');
      expect(await store.set('a', '3', { expected: first?.revision ?? '' })).toBeNull();
    });

    it('deletes only in the expected state', async () => {
      const entry = await store.set('a', '1');
      expect(await store.delete('a', 'another revision')).toBe(false);
      expect(await store.delete('a', entry?.revision ?? '')).toBe(true);
    });

    it('lets exactly one of many writers with the same expected revision succeed', async () => {
      const instances = [store, await harness.another()];
      const attempts = Array.from({ length: 64 }, (_, index) => {
        const instance = instances[index % 2] ?? store;
        return instance.set('lease', String(index), { expected: null });
      });
      const winners = (await Promise.all(attempts)).filter((entry) => entry !== null);
      expect(winners).toHaveLength(1);
      expect(await store.get('lease')).toEqual(winners[0]);
    });

    it('loses no step of counters that are incremented by compare-and-set', async () => {
      const raise = async (): Promise<void> => {
        const entry = await store.get('counter');
        const next = String(Number(entry?.value ?? '0') + 1);
        if ((await store.set('counter', next, { expected: entry?.revision ?? null })) === null) await raise();
      };
      await Promise.all(Array.from({ length: 20 }, raise));
      expect((await store.get('counter'))?.value).toBe('20');
    });

    it('counts every increment once, from all instances, and keeps the time at which the counter expires', async () => {
      const expires = Date.now() + 10_000;
      expect(await store.increment('counter', expires)).toEqual({ count: 1, expires });
      const instances = [store, await harness.another()];
      const steps = Array.from({ length: 40 }, (_, index) => {
        return (instances[index % 2] ?? store).increment('counter', expires + 1_000 * index);
      });
      const counters = await Promise.all(steps);
      expect(counters.map(({ count }) => count).sort((a, b) => a - b)).toEqual(steps.map((_, index) => index + 2));
      expect(new Set(counters.map((counter) => counter.expires))).toEqual(new Set([expires]));
      expect((await (await harness.reopen()).get('counter'))?.value).toBe('41');
    });

    it('begins a counter at one again after it has expired, was deleted or all entries were removed', async () => {
      await store.increment('counter', Date.now() + 1_000);
      await store.increment('counter', Date.now() + 1_000);
      harness.advance(5_000);
      expect(await store.get('counter')).toBeNull();
      const expires = Date.now() + 20_000;
      expect(await store.increment('counter', expires)).toEqual({ count: 1, expires });
      expect(await store.delete('counter')).toBe(true);
      expect((await store.increment('counter', expires)).count).toBe(1);
      expect((await store.increment('counter', expires)).count).toBe(2);
      await store.clear();
      expect((await store.increment('counter', expires)).count).toBe(1);
    });

    it('keeps counters apart, and lists those with a listed key', async () => {
      const expires = Date.now() + 10_000;
      await store.increment('other', expires);
      for (const count of [1, 2]) expect((await store.increment(listedKey('a'), expires)).count).toBe(count);
      expect(await listAll(await harness.another(), 'identity/', 10)).toEqual(new Map([[listedKey('a'), '2']]));
      expect((await store.get('other'))?.value).toBe('1');
    });

    it('treats an expired entry as absent', async () => {
      const now = Date.now();
      await store.set('short', '1', { expires: now + 1_000 });
      await store.set('long', '1', { expires: now + 10_000_000 });
      await store.set('for ever', '1', { expires: null });
      expect((await store.get('short'))?.value).toBe('1');
      harness.advance(5_000);
      expect(await store.get('short')).toBeNull();
      expect(await store.delete('short')).toBe(false);
      expect((await store.get('long'))?.value).toBe('1');
      expect((await store.get('for ever'))?.value).toBe('1');
      expect((await store.set('short', '2', { expected: null }))?.value).toBe('2');
      expect((await store.get('short'))?.value).toBe('2');
    });

    it('takes the expiry from the last write alone', async () => {
      await store.set('a', '1', { expires: Date.now() + 1_000 });
      await store.set('a', '2');
      harness.advance(100_000);
      expect((await store.get('a'))?.value).toBe('2');
    });

    it('lists the entries under a prefix, each once, and no others', async () => {
      const values = new Map(Array.from({ length: 25 }, (_, index) => [listedKey(`a${index}`), `value ${index} "ä"`]));
      for (const [key, value] of values) await store.set(key, value);
      for (const key of ['a', 'identit/a', 'identity', 'Identity/a', listedKey('b')]) await store.set(key, 'another');
      for (const limit of [1, 7, 25, 1000]) {
        expect(await listAll(await harness.another(), listedKey('a'), limit)).toEqual(values);
      }
      expect((await listAll(await harness.reopen(), 'identity/', 7)).size).toBe(26);
      expect(await listAll(await harness.another(), listedKey('c'), 7)).toEqual(new Map());
    });

    it('lists entries in their current state, without deleted and expired ones', async () => {
      for (const name of ['changed', 'deleted', 'anew', 'stays']) await store.set(listedKey(name), '1');
      await store.set(listedKey('short'), '1', { expires: Date.now() + 1_000 });
      await store.set(listedKey('long'), '1', { expires: Date.now() + 10_000_000 });
      expect((await listAll(store, 'identity/', 2)).size).toBe(6);
      harness.advance(5_000);
      await store.delete(listedKey('deleted'));
      await store.delete(listedKey('anew'));
      for (const name of ['changed', 'anew']) await store.set(listedKey(name), '2');
      const expected = { changed: '2', anew: '2', stays: '1', long: '1' };
      const named = Object.entries(expected).map(([name, value]) => [listedKey(name), value] as const);
      for (const limit of [1, 1000]) expect(await listAll(store, 'identity/', limit)).toEqual(new Map(named));
      const { entries } = await store.list(listedKey('stays'), null, 10);
      expect(entries).toEqual([{ key: listedKey('stays'), ...(await store.get(listedKey('stays'))) }]);
    });

    it('continues a list after the same entries while others are added and removed', async () => {
      for (let index = 10; index < 30; index++) await store.set(listedKey(String(index)), '1');
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: ListPage = await store.list('identity/', cursor, 5);
        seen.push(...page.entries.map(({ key }) => key));
        for (const { key } of page.entries) await store.delete(key);
        await store.set(listedKey(`new ${seen.length}`), '1');
        cursor = page.next;
      } while (cursor !== null);
      expect(seen.filter((key) => !key.includes('new')).sort()).toEqual(
        Array.from({ length: 20 }, (_, index) => listedKey(String(index + 10))),
      );
    });

    it('refuses a cursor that is not one of the list', async () => {
      for (const cursor of ['', 'a', 'identity', 'nonsense/']) {
        await expect(store.list('identity/', cursor, 10)).rejects.toMatchObject({ code: 'invalid-parameter' });
      }
    });

    it('is empty for every instance after it was cleared, and accepts new entries immediately', async () => {
      const other = await harness.another();
      const before = await store.set('a', '1');
      await other.set('b', '2', { expires: Date.now() + 1_000_000 });
      await store.clear();
      for (const instance of [store, other]) {
        expect([await instance.get('a'), await instance.get('b')]).toEqual([null, null]);
        expect(await instance.delete('b')).toBe(false);
      }
      expect(await other.set('a', '3', { expected: before?.revision ?? '' })).toBeNull();
      const after = await other.set('a', '3', { expected: null });
      expect(after?.value).toBe('3');
      expect(await (await harness.reopen()).get('a')).toEqual(after);
    });

    it('answers `store-unavailable` once it is closed', async () => {
      await harness.close();
      await expect(store.get('a')).rejects.toMatchObject({ code: 'store-unavailable' });
      await expect(store.set('a', '1')).rejects.toMatchObject({ code: 'store-unavailable' });
    });
  });
}
