import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../linked-data/json.ts';
import type { QueryNode, SortKey } from '../../search/syntax-tree.ts';
import type { ObjectStore, SearchRequest } from '../object-store.ts';
import { mustFind } from './evaluate.ts';
import {
  ANYBODY,
  allPages,
  type DescribedWrite,
  found,
  keyId,
  makeWrite,
  nameOf,
  put,
  putAll,
  readThrough,
  searchRequest,
  shortIdOf,
  type WriteOptions,
} from './fixtures.ts';
import type { ObjectStoreHarness } from './harness.ts';
import { ALL, and, exists, or, range, term } from './queries.ts';
import { useSharedStore } from './use-store.ts';

const WORDS = ['red', 'green', 'blue'];
const BY_LEVEL: SortKey[] = [{ path: 'level', order: 'asc', missing: 'first' }];
const BY_TWO: SortKey[] = [
  { path: 'level', order: 'desc', missing: 'last' },
  { path: 'name', order: 'asc', missing: 'last' },
];

type Search = { readonly title: string; readonly query: QueryNode; readonly sort: readonly SortKey[] };

/** Searches in each of the possible orders. */
const SEARCHES: readonly Search[] = [
  { title: 'everything, newest first', query: ALL, sort: [] },
  { title: 'one word', query: term('red'), sort: [] },
  { title: 'words of different weight', query: or(term('red'), term('green'), term('filler')), sort: [] },
  { title: 'a condition on values', query: and(range('level', '1', '3'), exists('name')), sort: [] },
  { title: 'sorted by one value', query: ALL, sort: BY_LEVEL },
  { title: 'sorted by two values', query: or(term('red'), term('blue')), sort: BY_TWO },
];

/** Pages: I9 and D13. */
export function describePaging(open: () => Promise<ObjectStoreHarness>): void {
  const { store } = useSharedStore(open);

  /** Gives every object other words and values. */
  const changeAll = (page: number, names: readonly string[]): Promise<void> =>
    writeAgain(store(), names, (index) => ({ version: 11 + page, members: membersOf(index * (page + 2)) }));

  describe('paging', () => {
    it('I9 divides one order into pages of the requested size, by cursor and by offset, with a last page', async () => {
      await fill(store(), 0, 40);
      for (const { query, sort } of SEARCHES) {
        const whole = await found(store(), query, { sort, limit: 100 });
        expect(new Set(whole).size).toBe(whole.length);
        for (const limit of [1, 7, whole.length, whole.length + 1]) {
          const pages = await allPages(store(), query, { sort, limit });
          expect(pages.flat()).toEqual(whole);
          expect(pages.map((page) => page.length)).toEqual(sizes(whole.length, limit));
          for (const offset of [0, limit, 2 * limit]) {
            const page = await store().search(searchRequest(query, { sort, limit, offset }));
            expect(page.hits.map(nameOf)).toEqual(whole.slice(offset, offset + limit));
            expect(page.next !== null).toBe(offset + limit < whole.length);
          }
        }
      }
    });

    it('continues by cursor after a page reached by offset', async () => {
      await fill(store(), 0, 40);
      for (const { query, sort } of SEARCHES) {
        const whole = await found(store(), query, { sort, limit: 100 });
        const { next } = await store().search(searchRequest(query, { sort, offset: 3, limit: 4 }));
        expect(await found(store(), query, { sort, cursor: next, limit: 100 })).toEqual(whole.slice(7));
      }
    });

    it('I9 continues beyond 10,000 results by cursor, each of them once', async () => {
      const requests = makeObjects(0, 10_800);
      await putAll(store(), requests);
      for (const { query, sort } of SEARCHES.slice(0, 3)) {
        const pages = await allPages(store(), query, { sort, limit: 4_000 });
        const all = pages.flat();
        const expected = requests.filter((request) => mustFind(query, request, ANYBODY));
        expect(all).toHaveLength(expected.length);
        expect(new Set(all)).toEqual(new Set(expected.map(({ shortId }) => shortId.slice(shortIdOf('').length))));
        expect(pages.map((page) => page.length)).toEqual(sizes(all.length, 4_000));
      }
    });

    it('returns an empty page for a limit of zero, or without results', async () => {
      expect(await store().search(searchRequest(ALL))).toEqual({ hits: [], next: null });
      await fill(store(), 0, 3);
      expect((await store().search(searchRequest(ALL, { limit: 0 }))).hits).toEqual([]);
      expect(await store().search(searchRequest(ALL, { offset: 9_000 }))).toEqual({ hits: [], next: null });
    });

    it.each(SEARCHES)(
      'D13 neither repeats nor skips an unchanged object while others are added, changed and removed: $title',
      async ({ query, sort }) => {
        await fill(store(), 0, 40);
        const before = await found(store(), query, { sort, limit: 100 });
        const touched = new Set<string>();
        const seen = await readThrough(store(), query, { sort, limit: 4 }, (page) => disturb(store(), page, touched));
        const stable = before.filter((name) => !touched.has(name));
        expect(seen.filter((name) => stable.includes(name))).toEqual(stable);
        const fresh = seen.filter((name) => name.startsWith('new'));
        expect(fresh).toEqual([...new Set(fresh)]);
      },
    );

    it.each(SEARCHES)(
      'D13 returns an object once if its place in the order stays, though it is rewritten before each page: $title',
      async ({ query, sort }) => {
        const names = namesOf(0, 20);
        await fill(store(), 0, names.length);
        const before = await found(store(), query, { sort, limit: 100 });
        const seen = await readThrough(store(), query, { sort, limit: 3 }, (page) =>
          writeAgain(store(), names, (index) => ({ version: 11 + page, members: membersOf(index) })),
        );
        expect(seen).toEqual(before);
      },
    );

    it('D13 shows everything once in the order of creation, though all of it changes before each page', async () => {
      const names = namesOf(0, 20);
      await fill(store(), 0, names.length);
      const seen = await readThrough(store(), ALL, { limit: 3 }, (page) => changeAll(page, names));
      expect(seen).toHaveLength(names.length);
      expect(new Set(seen)).toEqual(new Set(names));
    });

    it('D13 leaves nothing out in the order of ids, though all of it changes before each page', async () => {
      const names = namesOf(0, 20);
      const sort: SortKey[] = [{ path: '@id', order: 'asc', missing: 'last' }];
      await fill(store(), 0, names.length);
      const seen = await readThrough(store(), ALL, { sort, limit: 3 }, (page) => changeAll(page, names));
      expect(new Set(seen)).toEqual(new Set(names));
    });

    it('I9 finds all objects that keep matching while they are written repeatedly', async () => {
      const names = namesOf(0, 12);
      await fill(store(), 0, names.length);
      const searching = { done: false };
      const writers = [0, 1, 2].map(async (writer) => {
        for (let round = 0; !searching.done; round++) {
          const index = (round * 3 + writer) % names.length;
          await writeAgain(store(), names.slice(index, index + 1), () => {
            return { version: 11 + round, members: membersOf(index) };
          });
        }
      });
      try {
        for (let round = 0; round < 60; round++) {
          const limit = round % 2 === 0 ? names.length : names.length - 1;
          const page = await store().search(searchRequest(ALL, { limit }));
          expect([page.hits.length, page.next !== null]).toEqual([limit, limit < names.length]);
        }
      } finally {
        searching.done = true;
        await Promise.all(writers);
      }
    });

    it('refuses cursors that it did not return, or returned for another search', async () => {
      await fill(store(), 0, 10);
      const { next } = await store().search(searchRequest(ALL, { limit: 2 }));
      const bad: (Partial<SearchRequest> & { query: QueryNode })[] = [
        { query: ALL, cursor: '' },
        { query: ALL, cursor: 'no cursor' },
        { query: ALL, cursor: `${next}A` },
        { query: ALL, cursor: `${next?.startsWith('A') ? 'B' : 'A'}${next?.slice(1)}` },
        { query: ALL, cursor: 'x'.repeat(100_000) },
        { query: term('red'), cursor: next },
        { query: ALL, cursor: next, sort: BY_LEVEL },
        { query: ALL, cursor: next, types: { include: [['a']], exclude: [] } },
      ];
      for (const { query, ...options } of bad) {
        const refused = store().search(searchRequest(query, options));
        await expect(refused).rejects.toMatchObject({ code: 'invalid-parameter', extras: { where: 'cursor' } });
      }
    });

    it('I9 uses a cursor as a position only: it gives no access to hidden objects', async () => {
      await fill(store(), 0, 6);
      await put(store(), 'closed', { members: { name: 'red' }, readers: [keyId('r')] });
      await fill(store(), 6, 12);
      const reader = { admin: false, keys: [keyId('r')] };
      const { next } = await store().search(searchRequest(ALL, { limit: 4, caller: reader }));
      expect(await found(store(), ALL, { cursor: next, caller: reader })).toContain('closed');
      expect(await found(store(), ALL, { cursor: next })).not.toContain('closed');
    });
  });
}

async function fill(store: ObjectStore, from: number, to: number): Promise<void> {
  await putAll(store, makeObjects(from, to));
}

function makeObjects(from: number, to: number): DescribedWrite[] {
  return namesOf(from, to).map((name, offset) => makeWrite(name, { version: 10, members: membersOf(from + offset) }));
}

function namesOf(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, offset) => `o${from + offset}`);
}

function membersOf(index: number): JsonObject {
  const name = `${WORDS[index % 3]} ${WORDS[(index >> 1) % 3]} ${'filler '.repeat(index % 5)}`;
  return { name, ...(index % 6 === 0 ? {} : { level: index % 4 }) };
}

/** The next version of objects. @param options by the place of the object in the list */
async function writeAgain(
  store: ObjectStore,
  names: readonly string[],
  options: (index: number) => WriteOptions,
): Promise<void> {
  const heads = await store.heads(names.map(shortIdOf));
  await putAll(
    store,
    names.map((name, index) => makeWrite(name, { ...options(index), expected: heads[index] ?? null })),
  );
}

/** One new object that is found by everything, one that changes its words and values, one that goes. */
async function disturb(store: ObjectStore, round: number, touched: Set<string>): Promise<void> {
  const [changed, removed] = [`o${(round * 7 + 1) % 40}`, `o${(round * 11 + 2) % 40}`];
  await put(store, `new${round}`, { members: { name: 'red green blue filler', level: round % 4 } });
  const [head = null] = await store.heads([changed]);
  const members = { name: 'blue red', level: (round + 2) % 4 };
  if (head !== null) await put(store, changed, { version: head.version + 1, expected: head, members });
  const [victim = null] = await store.heads([removed]);
  if (victim !== null) await store.remove([{ key: victim.key, expected: victim.writeId, time: 1 }]);
  touched.add(changed).add(removed);
}

function sizes(total: number, limit: number): number[] {
  const full = Array.from({ length: Math.floor(total / limit) }, () => limit);
  return total % limit === 0 ? full : [...full, total % limit];
}
