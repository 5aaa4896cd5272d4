import { describe, expect, it } from 'vitest';
import { parseIndexHint } from '../../search/type-key-filter.ts';
import type { Head, ObjectStore, SearchRequest, VectorIndex } from '../object-store.ts';
import { ADMIN, keyId, makeWrite, nameOf, put, putAll, searchRequest } from './fixtures.ts';
import type { ObjectStoreHarness } from './harness.ts';
import { ALL, term } from './queries.ts';
import { useSharedStore } from './use-store.ts';

const MODEL = 'model-of-tests';

/** Numbers of a vector, as small models have them. */
const DIMENSIONS = 384;

/** A vector of length 1, at this angle from the first axis, in a plane of 48 numbers. */
function at(degrees: number, dimensions = DIMENSIONS): Float32Array {
  const [cosine, sine] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const norm = Math.sqrt(24);
  return Float32Array.from({ length: dimensions }, (_, index) => {
    if (index >= 48) return 0;
    return (index % 2 === 0 ? cosine : sine) / norm;
  });
}

/** Vectors, and searches that order by them. */
export function describeVectors(open: () => Promise<ObjectStoreHarness>): void {
  const { store } = useSharedStore(open);

  function vectorsOf(objects: ObjectStore, skip: () => void): VectorIndex {
    if (objects.vectors !== null) return objects.vectors;
    skip();
    throw new Error('This store has no vectors.');
  }

  async function save(vectors: VectorIndex, heads: readonly Head[], degrees: readonly number[], model = MODEL) {
    await vectors.save(
      model,
      heads.map(({ key, writeId }, index) => ({ key, writeId, vector: at(degrees[index] ?? 0) })),
    );
  }

  async function nearest(degrees: number, options: Partial<SearchRequest> = {}, query = ALL, model = MODEL) {
    const request = searchRequest(query, { nearest: { model, vector: at(degrees) }, ...options });
    const { hits, next, similarities = [] } = await store().searchStates(request);
    expect(next).toBeNull();
    expect(similarities).toHaveLength(hits.length);
    return { names: hits.map(nameOf), similarities };
  }

  describe('vectors', () => {
    it('order what a query finds by similarity, within a hundredth', async ({ skip }) => {
      const vectors = vectorsOf(store(), skip);
      const names = ['a', 'b', 'c', 'd', 'without'];
      const heads = await putAll(
        store(),
        names.map((name) => makeWrite(name, { members: { name: name === 'b' ? 'other' : 'same' } })),
      );
      await save(vectors, heads.slice(0, 4), [0, 20, 45, 90]);
      const all = await nearest(50);
      expect(all.names).toEqual(['c', 'b', 'd', 'a']);
      for (const [place, degrees] of [5, 30, 40, 50].entries()) {
        expect(all.similarities[place]).toBeCloseTo(Math.cos((degrees * Math.PI) / 180), 2);
      }
      expect((await nearest(50, {}, term('same'))).names).toEqual(['c', 'd', 'a']);
      expect((await nearest(50, { limit: 2 })).names).toEqual(['c', 'b']);
      expect((await nearest(50, { limit: 2, offset: 3 })).names).toEqual(['a']);
      expect((await nearest(50, { limit: 0 })).names).toEqual([]);
    });

    it('I9 find only what the caller may read, of the types asked for', async ({ skip }) => {
      const vectors = vectorsOf(store(), skip);
      const heads = await putAll(store(), [
        makeWrite('open', { members: { typeKey: 'example.org.competency' } }),
        makeWrite('other', { members: { typeKey: 'example.org.person' } }),
        makeWrite('hidden', { readers: [keyId('r')], members: { typeKey: 'example.org.competency' } }),
      ]);
      await save(vectors, heads, [30, 20, 10]);
      expect((await nearest(0)).names).toEqual(['other', 'open']);
      expect((await nearest(0, { types: parseIndexHint('*competency') })).names).toEqual(['open']);
      expect((await nearest(0, { caller: { admin: false, keys: [keyId('r')] } })).names).toEqual([
        'hidden',
        'other',
        'open',
      ]);
      expect((await nearest(0, { caller: ADMIN })).names).toEqual(['hidden', 'other', 'open']);
    });

    it('stand for one state: an older one is dropped, a newer one replaces, a deleted object is not found', async ({
      skip,
    }) => {
      const vectors = vectorsOf(store(), skip);
      const first = await put(store(), 'a', { members: { name: 'before' } });
      const other = await put(store(), 'b');
      const second = await put(store(), 'a', { version: 2, expected: first, members: { name: 'after' } });
      await save(vectors, [first, other], [0, 40]);
      expect((await nearest(0)).names).toEqual(['b']);
      await save(vectors, [second], [10]);
      expect((await nearest(0)).names).toEqual(['a', 'b']);
      await save(vectors, [second], [80]);
      expect((await nearest(0)).names).toEqual(['b', 'a']);
      const third = await put(store(), 'a', { version: 3, expected: second, members: { name: 'later' } });
      expect((await nearest(0)).names).toEqual(['b', 'a']);
      await vectors.save(MODEL, [{ key: third.key, writeId: third.writeId, vector: null }]);
      expect((await nearest(0)).names).toEqual(['b']);
      await store().remove([{ key: other.key, expected: other.writeId, time: 1 }]);
      expect((await nearest(0)).names).toEqual([]);
    });

    it('of different models, or lengths, are not compared', async ({ skip }) => {
      const vectors = vectorsOf(store(), skip);
      const [one, two] = await putAll(store(), [makeWrite('one'), makeWrite('two')]);
      if (one === undefined || two === undefined) throw new Error('Two objects were stored.');
      await save(vectors, [one], [0]);
      await save(vectors, [two], [0], 'another');
      expect((await nearest(0)).names).toEqual(['one']);
      expect((await nearest(0, {}, ALL, 'another')).names).toEqual(['two']);
      await vectors.save(MODEL, [{ key: two.key, writeId: two.writeId, vector: at(0, 96) }]);
      expect((await nearest(0)).names).toEqual(['one']);
      await save(vectors, [two], [0], 'another');
      await vectors.forgetOthers('another');
      expect((await nearest(0)).names).toEqual([]);
      expect((await nearest(0, {}, ALL, 'another')).names).toEqual(['two']);
    });

    it('can be read again, within a hundredth', async ({ skip }) => {
      const vectors = vectorsOf(store(), skip);
      const heads = await putAll(store(), [makeWrite('one'), makeWrite('without'), makeWrite('two')]);
      const [one, without, two] = heads;
      if (one === undefined || without === undefined || two === undefined) throw new Error('Three were stored.');
      await save(vectors, [one, two], [10, 70]);
      const found = await vectors.read(MODEL, [two.key, without.key, one.key, makeWrite('unknown').key, two.key]);
      expect(found.map((vector) => vector?.length)).toEqual([DIMENSIONS, undefined, DIMENSIONS, undefined, DIMENSIONS]);
      for (const [place, degrees] of [70, null, 10, null, 70].entries()) {
        if (degrees === null) continue;
        for (const [index, value] of at(degrees).entries()) expect(found[place]?.[index]).toBeCloseTo(value, 2);
      }
      expect(await vectors.read('another', [one.key])).toEqual([null]);
      expect(await vectors.read(MODEL, [])).toEqual([]);
    });

    it('are removed by a purge', async ({ skip }) => {
      const vectors = vectorsOf(store(), skip);
      await save(vectors, [await put(store(), 'a')], [0]);
      await store().purge();
      await put(store(), 'b');
      expect((await nearest(0)).names).toEqual([]);
    });
  });
}
