import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KeyValueStore } from './key-value-store.ts';
import type { KeyValueStoreHarness } from './testing/harness.ts';

/** What every {@link KeyValueStore} promises. */
export function describeKeyValueStore(name: string, open: () => Promise<KeyValueStoreHarness>): void {
  describe(`${name}: key-value store`, () => {
    let harness: KeyValueStoreHarness;
    let store: KeyValueStore;
    beforeEach(async () => {
      harness = await open();
      store = harness.store;
    });
    afterEach(() => harness.close());

    it('gives back what was set, to every instance and after a restart', async () => {
      const entry = await store.set('a', 'välue \u0000 "quoted"\n');
      expect(await store.get('a')).toEqual(entry);
      expect(await (await harness.another()).get('a')).toEqual(entry);
      expect(await (await harness.reopen()).get('a')).toEqual(entry);
    });

    it('knows nothing of keys that were never set or are deleted', async () => {
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

    it('lets one of many writers win who all expect the same state', async () => {
      const instances = [store, await harness.another()];
      const attempts = Array.from({ length: 64 }, (_, index) => {
        const instance = instances[index % 2] ?? store;
        return instance.set('lease', String(index), { expected: null });
      });
      const winners = (await Promise.all(attempts)).filter((entry) => entry !== null);
      expect(winners).toHaveLength(1);
      expect(await store.get('lease')).toEqual(winners[0]);
    });

    it('loses no step of counters that are raised by compare-and-set', async () => {
      const raise = async (): Promise<void> => {
        const entry = await store.get('counter');
        const next = String(Number(entry?.value ?? '0') + 1);
        if ((await store.set('counter', next, { expected: entry?.revision ?? null })) === null) await raise();
      };
      await Promise.all(Array.from({ length: 20 }, raise));
      expect((await store.get('counter'))?.value).toBe('20');
    });

    it('never shows an entry whose time is over, and takes it for absent', async () => {
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

    it('is empty for every instance after it was cleared, and takes new entries at once', async () => {
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
