import { describe, expect, it } from 'vitest';
import type { ObjectStore, SearchRequest, WriteRequest } from '../object-store.ts';
import { ADMIN, ANYBODY, allPages, found, keyId, makeWrite, nameOf, put, putAll, searchRequest } from './fixtures.ts';
import type { ObjectStoreHarness } from './harness.ts';
import { everywhere, removeObject, writeNext } from './moving.ts';
import { ALL, exists, fuzzy, or, phrase, range, term, wildcard } from './queries.ts';
import { useStore } from './use-store.ts';

const WORDS = ['red', 'green', 'blue'];

/** Rebuilding the search index. */
export function describeRebuild(open: () => Promise<ObjectStoreHarness>): void {
  const { store, harness } = useStore(open);

  describe('rebuild', () => {
    it('changes no answer of any search, in any order, for any caller', async () => {
      await fill(store(), 60);
      const before = await answers(store());
      const progress: number[] = [];
      expect(await store().rebuild((done) => progress.push(done))).toBe(60);
      expect(progress).toEqual([...progress].sort((a, b) => a - b));
      expect(progress.at(-1)).toBe(await store().count());
      await everywhere(harness(), await harness().another(), async (instance) => {
        expect(await answers(instance)).toEqual(before);
      });
    });

    it('has nothing to do in an empty store', async () => {
      expect(await store().rebuild()).toBe(0);
      await put(store(), 'a');
      expect(await found(store(), ALL)).toEqual(['a']);
    });

    it('finds everything after the search index has lost entries', async ({ skip }) => {
      const { damageSearch } = harness();
      if (damageSearch === undefined) return skip('this harness cannot damage what search knows');
      await fill(store(), 30);
      const other = await harness().another();
      await put(other, 'temporary', { members: { name: 'momentary' } });
      await removeObject(other, 'temporary');
      const before = await answers(store());
      await damageSearch();
      expect(await answers(store())).not.toEqual(before);
      await store().rebuild();
      for (const instance of [store(), other]) expect(await answers(instance)).toEqual(before);
      await put(other, 'later', { members: { name: 'momentary' } });
      for (const instance of [store(), other]) {
        expect(await found(instance, wildcard('*omentary'))).toEqual(['later']);
      }
    });

    it('indexes the current state of objects that were changed after the search index had lost entries', async ({
      skip,
    }) => {
      const { damageSearch } = harness();
      if (damageSearch === undefined) return skip('this harness cannot damage what search knows');
      await fill(store(), 12);
      await damageSearch();
      const changed = ['o6', 'o7', 'o8'];
      for (const name of changed) await writeNext(store(), name, { name: 'turned' });
      await store().rebuild();
      for (const query of ['own6', 'own7', 'own8']) expect(await found(store(), term(query))).toEqual([]);
      expect((await found(store(), wildcard('*urned'))).sort()).toEqual(changed);
      expect(await found(store(), ALL)).toHaveLength(9);
    });

    it('misses no object during a rebuild, existing, written, deleted or changed', async () => {
      const other = await harness().another();
      await putAll(
        store(),
        Array.from({ length: 120 }, (_, index) => makeWrite(`o${index}`, { members: { name: 'stays' } })),
      );
      let running = true;
      const write = async () => {
        for (let round = 0; running || round < 3; round++) {
          await put(other, `new${round}`, { members: { name: `fresh${round} new` } });
          await writeNext(store(), `new${round}`, { name: `second${round} new` });
          expect(await found(other, term(`second${round}`))).toEqual([`new${round}`]);
          expect(await found(store(), term(`fresh${round}`))).toEqual([]);
          if (round % 2 === 0) await removeObject(other, `new${round}`);
          expect(await found(store(), term(`second${round}`))).toEqual(round % 2 === 0 ? [] : [`new${round}`]);
          if (round < 100) continue;
          break;
        }
      };
      const search = async () => {
        while (running) expect(await found(other, term('stays'), { limit: 200 })).toHaveLength(120);
      };
      const rebuild = async () => {
        try {
          for (let round = 0; round < 2; round++) await store().rebuild();
        } finally {
          running = false;
        }
      };
      await Promise.all([rebuild(), write(), search()]);
      const left = (await found(store(), term('new'), { limit: 1_000 })).length;
      await store().rebuild();
      expect(await found(store(), term('new'), { limit: 1_000 })).toHaveLength(left);
      expect(await found(store(), term('stays'), { limit: 200 })).toHaveLength(120);
    });

    it('I9 lets earlier searches continue by cursor', async () => {
      await fill(store(), 40);
      for (const request of [{ query: ALL }, { query: or(term('red'), term('blue')) }, SORTED]) {
        const whole = (await allPages(store(), request.query, { ...request, limit: 100 })).flat();
        const first = await store().search(searchRequest(request.query, { ...request, limit: 5 }));
        await store().rebuild();
        const rest = await found(store(), request.query, { ...request, cursor: first.next, limit: 100 });
        expect([...first.hits.map(nameOf), ...rest]).toEqual(whole);
      }
    });
  });
}

const SORTED: Partial<SearchRequest> & { query: SearchRequest['query'] } = {
  query: exists('name'),
  sort: [{ path: 'level', order: 'asc', missing: 'first' }],
};

/** Objects of many words and fields, one in ten hidden, two of them deleted, one back after its deletion. */
async function fill(store: ObjectStore, count: number): Promise<void> {
  const requests = Array.from({ length: count }, (_, index): WriteRequest => {
    const name = `${WORDS[index % 3]} ${WORDS[(index >> 1) % 3]} own${index} ${'filler '.repeat(index % 4)}`;
    const members = { name, level: index % 5, [`field${index % 7}`]: { deep: [`value ${index}`, index % 2 === 0] } };
    return makeWrite(`o${index}`, {
      members,
      version: 10,
      owners: [keyId('o')],
      readers: index % 10 === 9 ? [keyId('r')] : [],
    });
  });
  await putAll(store, requests);
  for (const name of ['o1', 'o2', 'o3']) await removeObject(store, name);
  await writeNext(store, 'o3', { name: 'red again' });
  await writeNext(store, 'o4', { name: 'blue changed' });
}

/** The answers to searches of every kind, as names in order. */
async function answers(store: ObjectStore): Promise<unknown> {
  const queries = [
    ALL,
    term('red'),
    or(term('red'), term('green'), term('filler')),
    phrase('red green', 'name'),
    phrase('green red', null, 2),
    term('value', 'field3.deep'),
    term('17', 'field*'),
    wildcard('own1*'),
    wildcard('*hanged'),
    fuzzy('gren'),
    range('level', '2', '3'),
    exists('field5'),
    phrase('value 8', 'field1.deep.keyword'),
    range('@version', '11', null),
  ];
  const requests = [...queries.map((query) => ({ query })), SORTED];
  return Promise.all(
    [ANYBODY, ADMIN, { admin: false, keys: [keyId('r')] }].flatMap((caller) =>
      requests.map((request) => found(store, request.query, { ...request, caller, limit: 100 })),
    ),
  );
}
