import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeyId } from '../../../base/crypto/public-key.ts';
import type { QueryNode, SortKey } from '../../search/syntax-tree.ts';
import type { ObjectStore, SearchCaller, SearchRequest } from '../object-store.ts';
import { mustFind } from './evaluate.ts';
import {
  ADMIN,
  ANYBODY,
  allPages,
  type DescribedWrite,
  found,
  keyId,
  makeWrite,
  nameOf,
  put,
  putAll,
  searchRequest,
} from './fixtures.ts';
import type { ObjectStoreHarness } from './harness.ts';
import { ALL, and, exists, fuzzy, not, or, phrase, range, term, wildcard } from './queries.ts';
import { useSharedStore } from './use-store.ts';

const KEYS = ['k0', 'k1', 'k2', 'k3'].map(keyId);
const WORDS = ['red', 'green', 'blue', 'black', 'white'];

/** Which callers find which objects: I9, A19, D7 to D10. */
export function describeVisibility(open: () => Promise<ObjectStoreHarness>): void {
  const { store, harness } = useSharedStore(open);

  describe('visibility', () => {
    it('I9 D7 finds hidden objects for their owners, readers and admins alone', async () => {
      const [owner, reader, other] = [keyId('owner'), keyId('reader'), keyId('other')];
      await putAll(store(), [
        makeWrite('open', { members: { name: 'word' }, owners: [owner] }),
        makeWrite('closed', { members: { name: 'word' }, owners: [owner], readers: [reader] }),
        makeWrite('lost', { members: { name: 'word' }, visibleTo: [] }),
      ]);
      const seen = async (caller: SearchCaller) => (await found(store(), term('word'), { caller })).sort();
      expect(await seen(ANYBODY)).toEqual(['open']);
      expect(await seen({ admin: false, keys: [other] })).toEqual(['open']);
      expect(await seen({ admin: false, keys: [other, owner] })).toEqual(['closed', 'open']);
      expect(await seen({ admin: false, keys: [reader] })).toEqual(['closed', 'open']);
      expect(await seen(ADMIN)).toEqual(['closed', 'lost', 'open']);
    });

    it('I9 A21 hides and shows an object from the moment of the write', async () => {
      const open = await put(store(), 'a', { members: { name: 'word' } });
      const closed = await put(store(), 'a', {
        version: 2,
        expected: open,
        members: { name: 'word' },
        readers: [keyId('r')],
      });
      expect(await found(store(), ALL)).toEqual([]);
      await put(store(), 'a', { version: 3, expected: closed, members: { name: 'word' } });
      expect(await found(store(), ALL)).toEqual(['a']);
    });

    it('D8 finds exactly the objects that an oracle finds, for random objects, readers and queries', {
      timeout: 600_000,
    }, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(objects(), { minLength: 1, maxLength: 25 }),
          fc.array(questions(), { minLength: 5, maxLength: 5 }),
          async (drawn, asked) => {
            await harness().empty();
            const requests = drawn.map((draw, index) => request(`o${index}`, draw));
            await putAll(store(), requests);
            for (const { query, caller } of asked) {
              const expected = requests.filter((item) => mustFind(query, item, caller)).map(({ shortId }) => shortId);
              const page = await store().search(searchRequest(query, { caller, limit: 100 }));
              expect(page.hits.map(({ shortId }) => shortId).sort()).toEqual(expected.sort());
              expect(page.next).toBeNull();
            }
          },
        ),
        { numRuns: process.env.CHECKS === 'full' ? 1_000 : 12 },
      );
    });

    it('A19 D10 I9 answers the same pages in the same order, whatever else is hidden in the store', async () => {
      const caller = { admin: false, keys: [KEYS[0] ?? keyId('k0')] };
      const outcomes = async () => {
        const all: unknown[] = [];
        for (const request of probes()) all.push(await outcome(store(), { ...request, caller, limit: 3 }));
        return all;
      };
      await fill(store(), true);
      const withHidden = await outcomes();
      await harness().empty();
      await fill(store(), false);
      expect(withHidden).toEqual(await outcomes());
    });

    it('D9 does not disclose whether a hidden object has a field, a word or a value', async () => {
      const secret = { secretField: 'secretword', deep: { inside: 7 } };
      await put(store(), 'open', { members: { name: 'word' } });
      await put(store(), 'closed', { members: secret, readers: [keyId('r')] });
      const guesses = [
        exists('secretField'),
        exists('secret*'),
        exists('deep'),
        term('secretword'),
        term('secretword', 'secretField'),
        term('secretword', '*'),
        wildcard('secretw*'),
        wildcard('*word', 'secretField'),
        fuzzy('secretwrod', 2),
        phrase('secretword', 'secretField.keyword'),
        range('deep.inside', '7', '7'),
        range('@version', '0', null),
        phrase('secretword secretword', null, 3),
      ];
      for (const guess of guesses) {
        expect(await found(store(), and(guess, term('word', 'name')))).toEqual(await found(store(), guess));
        expect(await found(store(), or(guess, term('word', 'name')))).toEqual(['open']);
      }
    });

    it('A19 D9 does not disclose by a refusal how many words or fields hidden objects have', async () => {
      const words = Array.from({ length: 1_200 }, (_, index) => `q${index}z`);
      const fields = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`q${index}z`, 'word']));
      await put(store(), 'closed', { members: { name: words.join(' '), ...fields }, readers: [keyId('r')] });
      await put(store(), 'open', { members: { name: words.slice(0, 20).join(' '), q1z: 'word' } });
      expect(await found(store(), wildcard('*z'))).toEqual(['open']);
      expect(await found(store(), term('word', 'q*'))).toEqual(['open']);
      expect(await found(store(), term('word', '*z'))).toEqual(['open']);
      await expect(found(store(), wildcard('*z'), { caller: ADMIN })).rejects.toMatchObject({
        code: 'query-too-broad',
      });
      await expect(found(store(), term('word', '*z'), { caller: ADMIN })).rejects.toMatchObject({
        code: 'query-too-broad',
      });
    });
  });
}

type Draw = {
  readonly words: readonly string[][];
  readonly level: number | null;
  readonly readers: readonly KeyId[] | null;
};

function objects(): fc.Arbitrary<Draw> {
  return fc.record({
    words: fc.array(fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }), { maxLength: 3 }),
    level: fc.option(fc.integer({ min: 0, max: 5 })),
    readers: fc.option(fc.subarray(KEYS)),
  });
}

function request(name: string, { words, level, readers }: Draw): DescribedWrite {
  const members = { name: words.map((value) => value.join(' ')), ...(level === null ? {} : { level }) };
  return makeWrite(name, { members, visibleTo: readers, participants: readers?.slice(0, 1) ?? [] });
}

function questions(): fc.Arbitrary<{ readonly query: QueryNode; readonly caller: SearchCaller }> {
  return fc.record({
    query: queries(),
    caller: fc.record({ admin: fc.boolean(), keys: fc.subarray(KEYS) }),
  });
}

/** Random queries over the words and fields of {@link objects}. */
function queries(): fc.Arbitrary<QueryNode> {
  const word = fc.constantFrom(...WORDS, 'none');
  const name = fc.constantFrom(null, 'name', 'level', 'n*', 'nofield');
  const level = fc.option(fc.integer({ min: 0, max: 5 }).map(String));
  const { tree } = fc.letrec<{ tree: QueryNode; leaf: QueryNode }>((tie) => ({
    leaf: fc.oneof(
      fc.tuple(word, name).map(([text, at]) => term(text, at)),
      fc
        .tuple(word, word, name, fc.integer({ min: 0, max: 4 }))
        .map(([a, b, at, slop]) => phrase(`${a} ${b}`, at, slop)),
      fc.tuple(fc.constantFrom('b*', '*e*', '?l*k', '*', 'wh?te'), name).map(([text, at]) => wildcard(text, at)),
      fc.tuple(fc.constantFrom('gren', 'rde', 'blakc', 'wite'), name).map(([text, at]) => fuzzy(text, 'auto', at)),
      fc.tuple(level, level).map(([low, high]) => range('level', low, high)),
      fc.constantFrom('name', 'level', '@version').map((path) => exists(path)),
      fc.constantFrom(...KEYS).map((key) => term(`pem${key}`)),
      fc.constant(term('!!!')),
    ),
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('leaf'),
      fc.record({
        kind: fc.constant('bool' as const),
        must: fc.array(tie('tree'), { maxLength: 2 }),
        should: fc.array(tie('tree'), { maxLength: 2 }),
        mustNot: fc.array(tie('tree'), { maxLength: 1 }),
        boost: fc.constant(1),
      }),
    ),
  }));
  return tree;
}

/** Twelve objects that every caller sees; between them, if wanted, as many that only callers with one of the last keys see. */
async function fill(store: ObjectStore, withHidden: boolean): Promise<void> {
  for (let index = 0; index < 12; index++) {
    const name = `${WORDS[index % 5]} ${WORDS[(index * 2) % 5]} ${'filler '.repeat(index % 4)}`;
    if (withHidden) {
      const members = { name: `${name} red blue green`, level: index / 2, only: 'hidden' };
      await put(store, `hidden${index}`, { members, readers: KEYS.slice(2) });
    }
    await put(store, `open${index}`, { members: { name, level: index % 4 }, version: 100 + index });
  }
}

function probes(): (Partial<SearchRequest> & { query: QueryNode })[] {
  const byLevel: SortKey[] = [{ path: 'level', order: 'desc', missing: 'last' }];
  const byNowhere: SortKey[] = [{ path: 'only', order: 'asc', missing: 'first' }];
  const asked = [
    ALL,
    term('red'),
    or(term('red'), term('blue')),
    not(term('red')),
    exists('only'),
    wildcard('*e*'),
    range('level', '1', null),
  ];
  return asked.flatMap((query) => [
    { query },
    { query, offset: 2 },
    { query, sort: byLevel },
    { query, sort: byNowhere },
    { query, types: { include: [['example.org.thing']], exclude: [] } },
  ]);
}

/** Everything that a caller can see of a search, page by page. */
async function outcome(store: ObjectStore, { query = ALL, ...options }: Partial<SearchRequest>): Promise<unknown> {
  const first = await store.search(searchRequest(query, options));
  const pages = options.offset === undefined ? await allPages(store, query, options) : [];
  return { names: first.hits.map(nameOf), more: first.next !== null, pages };
}
