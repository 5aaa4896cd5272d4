import { describe, expect, it } from 'vitest';
import type { ObjectStore } from '../object-store.ts';
import { found, keyId, keyOf, makeWrite, put, shortIdOf } from './fixtures.ts';
import type { ObjectStoreHarness } from './harness.ts';
import { ALL } from './queries.ts';
import { useSharedStore } from './use-store.ts';

/** Heads that may be out of date, and writes that were decided on them: I2 to I4. */
export function describeRecent(open: () => Promise<ObjectStoreHarness>): void {
  const { store, harness } = useSharedStore(open);

  describe('recent heads', () => {
    const strong = (name: string) => [{ name, strength: 'strong' as const }];
    const isGiven = (heads: Awaited<ReturnType<ObjectStore['recentHeads']>>, expected: unknown) =>
      heads === null ? undefined : expect(heads).toEqual(expected);

    it('are the current ones where no other instance wrote the objects, also after a deletion', async () => {
      const head = await put(store(), 'a', { aliases: strong('guid') });
      isGiven(await store().recentHeads([shortIdOf('a'), 'guid', '']), [head, head, null]);
      await store().remove([{ key: keyOf('a'), expected: head.writeId, time: 1 }]);
      const tombstone = await store().heads(['guid']);
      isGiven(await store().recentHeads(['guid']), tombstone);
    });

    it('are not given where one of the names is not known', async () => {
      await put(store(), 'a');
      for (const name of ['b', shortIdOf('b')]) {
        expect(await store().recentHeads([shortIdOf('a'), name])).toBeNull();
        await store().heads([name]);
        expect(await store().recentHeads([shortIdOf('a'), name])).toBeNull();
      }
    });

    it('I2 I3 allow no write, and give no name, once another instance has written the object', async () => {
      const other = await harness().another();
      const first = await put(store(), 'a', { owners: [keyId('former')] });
      const second = await put(other, 'a', { version: 2, expected: first, owners: [keyId('new')] });
      const [recent = first] = (await store().recentHeads([shortIdOf('a')])) ?? [];
      const late = makeWrite('a', { version: 3, expected: recent, aliases: [...strong('a'), ...strong('stolen')] });
      expect(await store().write([late])).toEqual([{ status: 'conflict' }]);
      for (const instance of [store(), other]) {
        expect(await instance.heads(['a', 'stolen'])).toEqual([second, null]);
        expect((await instance.history(keyOf('a'), 10)).map(({ version }) => version)).toEqual([2, 1]);
        expect(await found(instance, ALL)).toEqual(['a']);
      }
      await put(other, 'b', { aliases: strong('stolen') });
    });

    it('I4 leave no trace in history of a late write, also where older versions were restored meanwhile', async () => {
      const other = await harness().another();
      const first = await put(store(), 'a', { version: 50 });
      const restored = Array.from({ length: 40 }, (_, index) => ({
        ...makeWrite('a', { version: index + 1 }),
        deleted: false,
      }));
      await other.restore(restored.map(({ expected: _expected, ...request }) => request));
      const late = { expected: first, members: { name: 'late' } };
      await store().write([makeWrite('a', { version: 51, ...late })]);
      let [head = null] = await store().heads(['a']);
      for (let version = 60; version < 92; version++) head = await put(store(), 'a', { version, expected: head });
      const versions = (await other.history(keyOf('a'), 200)).map(({ version }) => version);
      expect([...new Set(versions)]).toEqual(versions);
      expect(versions.filter((version) => version !== 51)).toEqual([
        ...Array.from({ length: 32 }, (_, index) => 91 - index),
        50,
        ...Array.from({ length: 40 }, (_, index) => 40 - index),
      ]);
    });
  });
}
