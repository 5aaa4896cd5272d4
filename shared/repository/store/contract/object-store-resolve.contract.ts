import { describe, expect, it } from 'vitest';
import type { RestoreRequest } from '../object-store.ts';
import { digestOf, isPreferred } from '../preferred-text.ts';
import { ADMIN, found, keyId, keyOf, makeRestore, searchRequest, shortIdOf } from './fixtures.ts';
import type { ObjectStoreHarness } from './harness.ts';
import { everywhere, writeNext } from './moving.ts';
import { ALL, term } from './queries.ts';
import { useSharedStore } from './use-store.ts';

type Wording = RestoreRequest & { readonly word: string };

/** Two texts of one version; the second is the one that stays. */
function pair(version: number, deleted = false): readonly [Wording, Wording] {
  const [left, right] = ['left', 'right'].map((side): Wording => {
    const word = `${side}${version}`;
    return { ...makeRestore('a', { version, members: { name: word }, deleted }), resolve: true, word };
  });
  if (left === undefined || right === undefined) throw new Error('There are two sides.');
  return isPreferred(right.text, left.text) ? [left, right] : [right, left];
}

/** Versions that two servers have each written: `resolve` of a restore. */
export function describeResolve(open: () => Promise<ObjectStoreHarness>): void {
  const { store, harness } = useSharedStore(open);
  const restore = async (...requests: RestoreRequest[]) =>
    (await store().restore(requests)).map((outcome) => outcome.status);
  const textsOf = async () => (await store().history(keyOf('a'), 10)).map(({ text }) => text);

  describe('of two texts of one version, a restore that resolves', () => {
    it('keeps the same one in any order, of the current version and of those in history, for every instance', async () => {
      const [lesser1, greater1] = pair(1);
      const [lesser2, greater2] = pair(2);
      await restore(lesser1, lesser2);
      const other = await harness().another();
      expect(await restore(greater1, greater2)).toEqual(['restored', 'restored']);
      expect(await restore(lesser1, lesser2)).toEqual(['differs', 'differs']);
      expect(await restore(greater1, greater2)).toEqual(['present', 'present']);
      await everywhere(harness(), other, async (instance) => {
        const heads = await instance.heads(['a', shortIdOf('a')]);
        expect(heads.map((head) => head?.text)).toEqual([greater2.text, greater2.text]);
        expect((await instance.version(keyOf('a'), 1))?.text).toBe(greater1.text);
        expect((await instance.version(keyOf('a'), 2))?.text).toBe(greater2.text);
        expect(await found(instance, term(greater2.word))).toEqual(['a']);
        for (const { word } of [lesser1, greater1, lesser2]) expect(await found(instance, term(word))).toEqual([]);
      });
    });

    it('gives the one that took the place of the other its digest', async () => {
      const [lesser1, greater1] = pair(1);
      const [lesser2, greater2] = pair(2);
      await restore(lesser1, lesser2, makeRestore('b', { version: 1 }));
      await restore(greater1, greater2);
      const expected = [greater2, greater1].map(({ text }) => digestOf(text));
      const other = await harness().another();
      await everywhere(harness(), other, async (instance) => {
        const [head, unmarked] = await instance.heads(['a', 'b']);
        expect([head?.digest, unmarked?.digest]).toEqual([expected[0], undefined]);
        const found = await instance.searchStates(searchRequest(ALL));
        expect(found.hits.map(({ digest }) => digest).sort()).toEqual([expected[0], undefined]);
        expect((await instance.history(keyOf('a'), 10)).map(({ digest }) => digest)).toEqual(expected);
        expect((await instance.version(keyOf('a'), 1))?.digest).toBe(expected[1]);
      });
    });

    it('is a change of the object, and what later versions follow', async () => {
      const [lesser1, greater1] = pair(1);
      const [lesser2, greater2] = pair(2);
      await restore(lesser1, lesser2);
      const { next: before } = await store().changes(null, 64);
      await restore(greater1, greater2);
      const { objects } = await store().changes(before, 64);
      expect(objects.map(({ head }) => head.text)).toEqual([greater2.text]);
      await writeNext(store(), 'a', { name: 'next' });
      expect((await textsOf()).slice(1)).toEqual([greater2.text, greater1.text]);
      const digests = (await store().history(keyOf('a'), 10)).map(({ digest }) => digest);
      expect(digests).toEqual([undefined, digestOf(greater2.text), digestOf(greater1.text)]);
      expect((await store().heads(['a']))[0]?.digest).toBeUndefined();
    });

    it('takes the access facts and names of the one that stays', async () => {
      const [lesser, greater] = pair(1);
      const access = { owners: [keyId('owner')], readers: [keyId('reader')], hidden: true, mixed: false };
      await restore(lesser);
      const search = greater.search && { ...greater.search, visibleTo: [keyId('owner'), keyId('reader')] };
      await restore({ ...greater, access, search, aliases: [{ name: 'url', strength: 'weak' }] });
      expect((await store().heads(['url']))[0]).toMatchObject({ access, text: greater.text });
      expect(await found(store(), ALL)).toEqual([]);
      expect(await found(store(), ALL, { caller: ADMIN })).toEqual(['a']);
    });

    it.each([true, false])('deletes an object that was deleted with either of them', async (isGreaterDeleted) => {
      const [lesser, greater] = pair(1);
      await restore({ ...greater, deleted: isGreaterDeleted });
      const expected = isGreaterDeleted ? 'differs' : 'restored';
      expect(await restore({ ...lesser, deleted: !isGreaterDeleted })).toEqual([expected]);
      expect((await store().heads(['a']))[0]).toMatchObject({ text: greater.text, deleted: true });
      expect(await found(store(), ALL)).toEqual([]);
    });

    it('leaves a deleted object deleted', async () => {
      const [lesser, greater] = pair(1);
      await restore({ ...lesser, deleted: true });
      expect(await restore(greater)).toEqual(['restored']);
      expect((await store().heads(['a']))[0]).toMatchObject({ text: greater.text, deleted: true });
      expect(await found(store(), ALL)).toEqual([]);
    });

    it('chooses among those of one call', async () => {
      const [lesser, greater] = pair(1);
      expect((await restore(lesser, greater, lesser)).slice(0, 2)).toEqual(['restored', 'restored']);
      expect(await textsOf()).toEqual([greater.text]);
    });

    it('does not replace a text by one whose name belongs to another object', async () => {
      const [lesser, greater] = pair(1);
      await restore(lesser, makeRestore('b', { aliases: [{ name: 'guid', strength: 'strong' }] }));
      expect(await restore({ ...greater, aliases: [{ name: 'guid', strength: 'strong' }] })).toEqual(['alias-taken']);
      expect(await textsOf()).toEqual([lesser.text]);
    });
  });
}
