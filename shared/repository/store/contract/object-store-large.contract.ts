import { describe, expect, it } from 'vitest';
import type { Head, ObjectStore, WriteRequest } from '../object-store.ts';
import { allPages, found, keyOf, makeRestore, makeWrite, put, putAll, shortIdOf, withTexts } from './fixtures.ts';
import type { ObjectStoreHarness } from './harness.ts';
import { ALL, range, term } from './queries.ts';
import { useStore } from './use-store.ts';

/** Words that make an object large. */
const WORDS = 40_000;

/** A write of a large object, as the service requests it: the store creates its search document. */
function largeWrite(name: string, version: number, expected: Head | null, last: string): WriteRequest {
  const text = `${Array.from({ length: WORDS }, (_, index) => `w${index % 500}`).join(' ')} ${last}`;
  return { ...makeWrite(name, { version, expected, members: { text, level: version } }), search: null };
}

async function storeLarge(store: ObjectStore, request: WriteRequest): Promise<Head> {
  const [head] = await putAll(store, [request]);
  if (head === undefined) throw new Error('There is no outcome.');
  return head;
}

/** Objects that come without a search document. */
export function describeLarge(open: () => Promise<ObjectStoreHarness>): void {
  const { store, harness } = useStore(open);

  describe('a large object', () => {
    it('is found by its last word and by its fields, read, superseded, deleted and in history, from every instance', async () => {
      const other = await harness().another();
      const first = await storeLarge(store(), largeWrite('a', 1, null, 'alpha'));
      expect(await withTexts(other, await other.heads([shortIdOf('a')]))).toMatchObject([first]);
      expect(await found(other, term('alpha'))).toEqual(['a']);
      expect(await found(store(), term('alpha', 'text'))).toEqual(['a']);
      expect(await found(store(), range('level', '1', '1'))).toEqual(['a']);

      const second = await storeLarge(other, largeWrite('a', 2, first, 'beta'));
      expect(await found(store(), term('alpha'))).toEqual([]);
      expect(await found(store(), term('beta'))).toEqual(['a']);
      expect(await withTexts(store(), await store().history(keyOf('a'), 10))).toMatchObject([
        { text: second.text },
        { text: first.text },
      ]);

      const [removed] = await store().remove([{ key: keyOf('a'), expected: second.writeId, time: 5 }]);
      expect(removed).toMatchObject({ status: 'removed', head: { deleted: true, version: second.version } });
      expect(await found(other, ALL)).toEqual([]);
      expect((await store().history(keyOf('a'), 10)).map(({ version }) => version)).toEqual([2, 1]);
    });

    it('has a trail as any other', async () => {
      const request = largeWrite('a', 1, null, 'alpha');
      const first = await storeLarge(store(), { ...request, written: 'first' });
      const second = await storeLarge(store(), { ...largeWrite('a', 2, first, 'beta'), written: 'second' });
      await store().remove([{ key: keyOf('a'), expected: second.writeId, time: 5, removed: 'removed' }]);
      expect(await store().trail(keyOf('a'), 10)).toMatchObject([
        { version: 2, written: 'second', removed: 'removed' },
        { version: 1, written: 'first' },
      ]);
    });

    it('replaces a small one, and is replaced by one, without leftovers', async () => {
      const small = await put(store(), 'a', { members: { name: 'small' } });
      const large = await storeLarge(store(), largeWrite('a', 2, small, 'alpha'));
      expect(await found(store(), term('small'))).toEqual([]);
      await put(store(), 'a', { version: 3, expected: large, members: { name: 'small' } });
      expect(await found(store(), term('alpha'))).toEqual([]);
      expect(await found(store(), range('level', '2', '2'))).toEqual([]);
      expect(await found(store(), term('small'))).toEqual(['a']);
    });

    it('is subject to conflicts and taken names as any other', async () => {
      await put(store(), 'b', { aliases: [{ name: 'mine', strength: 'strong' }] });
      await put(store(), 'a');
      const taken = { ...largeWrite('c', 1, null, 'alpha'), aliases: [{ name: 'mine', strength: 'strong' as const }] };
      const [conflict, alias] = await store().write([largeWrite('a', 2, null, 'alpha'), taken]);
      expect(conflict).toEqual({ status: 'conflict' });
      expect(alias).toEqual({ status: 'alias-taken', alias: 'mine' });
      expect(await found(store(), term('alpha'))).toEqual([]);
    });

    it('is written together with others of its call and of other calls, each with its own outcome', async () => {
      const requests = [
        makeWrite('a'),
        largeWrite('b', 1, null, 'alpha'),
        makeWrite('c'),
        largeWrite('d', 1, null, 'beta'),
      ];
      const others = Array.from({ length: 10 }, (_, index) => put(store(), `other${index}`));
      const heads = await putAll(store(), requests);
      await Promise.all(others);
      expect(heads.map(({ shortId }) => shortId)).toEqual(['a', 'b', 'c', 'd'].map(shortIdOf));
      expect((await allPages(store(), ALL, { limit: 100 })).flat()).toHaveLength(14);
      expect(await found(store(), term('beta'))).toEqual(['d']);
    });

    it('is stored once when several instances write over the same state concurrently', async () => {
      const other = await harness().another();
      const first = await put(store(), 'a');
      const outcomes = await Promise.all([
        store().write([largeWrite('a', 2, first, 'alpha')]),
        other.write([largeWrite('a', 2, first, 'beta')]),
        store().write([makeWrite('a', { version: 2, expected: first, members: { name: 'gamma' } })]),
      ]);
      expect(
        outcomes
          .flat()
          .map(({ status }) => status)
          .sort(),
      ).toEqual(['conflict', 'conflict', 'stored']);
      const words = await Promise.all(['alpha', 'beta', 'gamma'].map((word) => found(store(), term(word))));
      expect(words.flat()).toEqual(['a']);
    });

    it('is found after a rebuild, and restored with its versions', async () => {
      await storeLarge(store(), largeWrite('a', 1, null, 'alpha'));
      const { expected: _, ...large } = largeWrite('b', 2, null, 'beta');
      const outcomes = await store().restore([makeRestore('b', { version: 3 }), { ...large, deleted: false }]);
      expect(outcomes.map(({ status }) => status)).toEqual(['restored', 'restored']);
      await put(store(), 'c');
      expect(await store().rebuild()).toBe(3);
      expect(await found(store(), term('alpha'))).toEqual(['a']);
      expect(await found(store(), range('level', '1', '1'))).toEqual(['a']);
      expect(await found(store(), term('beta'))).toEqual([]);
    });

    it('counts as written by the instance that wrote it', async () => {
      const other = await harness().another();
      const { next } = await store().changes(null, 64);
      await storeLarge(store(), largeWrite('a', 1, null, 'alpha'));
      const own = async (instance: ObjectStore) => (await instance.changes(next, 64)).objects.map((one) => one.own);
      await expect.poll(() => own(store())).toEqual([true]);
      await expect.poll(() => own(other)).toEqual([false]);
    });
  });
}
