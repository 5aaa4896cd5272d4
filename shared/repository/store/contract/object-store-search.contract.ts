import { describe, expect, it } from 'vitest';
import { TIME_PATH } from '../../search/document.ts';
import { starPattern } from '../../search/pattern.ts';
import type { Pattern, QueryNode, SortKey } from '../../search/syntax-tree.ts';
import type { SearchRequest } from '../object-store.ts';
import { ADMIN, allPages, found, keyId, makeWrite, put, putAll, searchRequest, shortIdOf } from './fixtures.ts';
import type { ObjectStoreHarness } from './harness.ts';
import { ALL, above, and, exists, field, fuzzy, not, or, phrase, range, term, wildcard } from './queries.ts';
import { useSharedStore } from './use-store.ts';

/** Results of searches and their order: I7, D3, D11, D12 and the query language. */
export function describeSearch(open: () => Promise<ObjectStoreHarness>): void {
  const { store } = useSharedStore(open);
  const names = async (query: QueryNode, options?: Partial<SearchRequest>) =>
    (await found(store(), query, options)).sort();

  describe('search', () => {
    it('D12 I7 finds one current object exactly once, from the moment its write is acknowledged, also under a new type key', async () => {
      const plain = await put(store(), 'a', { typeKey: 'example.org.person', members: { name: 'Ada' } });
      expect(await names(term('ada'))).toEqual(['a']);
      await put(store(), 'a', {
        version: 2,
        expected: plain,
        typeKey: 'example.org.encryptedvalue',
        members: { name: 'Ada' },
      });
      expect(await names(term('ada'))).toEqual(['a']);
      expect(await names(term('ada'), { types: types('*person') })).toEqual([]);
      expect(await names(term('ada'), { types: types('*encryptedvalue') })).toEqual(['a']);
    });

    it('D3 D11 finds neither superseded versions nor deleted objects', async () => {
      const first = await put(store(), 'a', { members: { name: 'oldword', old: 'x' } });
      const second = await put(store(), 'a', { version: 2, expected: first, members: { name: 'newword' } });
      for (const query of [
        term('oldword'),
        exists('old'),
        wildcard('oldwo*'),
        term('1', '@version'),
        phrase(`${shortIdOf('a')}/1`, '@id'),
      ]) {
        expect(await names(query)).toEqual([]);
      }
      expect(await names(term('newword'))).toEqual(['a']);
      await store().remove([{ key: second.key, expected: second.writeId, time: 1 }]);
      for (const query of [term('newword'), exists('name'), ALL])
        expect(await names(query, { caller: ADMIN })).toEqual([]);
    });

    it('D12 finds the states of the same objects in the same order, each named by its last write', async () => {
      await putAll(
        store(),
        Array.from({ length: 25 }, (_, index) =>
          makeWrite(`o${index}`, { members: { name: 'same', nr: (index * 7) % 25 } }),
        ),
      );
      const [first = null] = await store().heads(['o0']);
      await put(store(), 'o0', { version: 2, expected: first, members: { name: 'same', nr: 100 } });
      await putAll(store(), [makeWrite('hidden', { members: { name: 'same' }, readers: [keyId('r')] })]);
      const sort: readonly SortKey[] = [{ path: 'nr', order: 'desc', missing: 'last' }];
      let cursor: string | null = null;
      for (const size of [10, 10, 5]) {
        const request = searchRequest(term('same'), { sort, limit: 10, cursor });
        const { hits, next } = await store().search(request);
        const states = await store().searchStates(request);
        const heads = await store().heads(hits.map(({ shortId }) => shortId));
        expect(hits).toHaveLength(size);
        expect(states.hits.map(({ writeId }) => writeId)).toEqual(heads.map((head) => head?.writeId));
        for (const [place, { text, writeId, version }] of states.hits.entries()) {
          expect(heads[place]).toMatchObject({ writeId, version });
          expect([null, heads[place]?.text]).toContain(text);
        }
        expect(states.next === null).toBe(next === null);
        cursor = states.next;
      }
      expect(cursor).toBeNull();
    });

    it('I3 does not change the entry of any other object', async () => {
      await putAll(store(), [
        makeWrite('a', { members: { name: 'same words' } }),
        makeWrite('b', { members: { name: 'same words' } }),
      ]);
      const [head = null] = await store().heads(['a']);
      await put(store(), 'a', { version: 2, expected: head, members: { name: 'others' } });
      expect(await names(phrase('same words'))).toEqual(['b']);
    });

    it('finds words in any field or in one, without regard to case', async () => {
      await putAll(store(), [
        makeWrite('a', { members: { name: 'Fluid Dynamics', description: 'of water' } }),
        makeWrite('b', {
          members: { name: 'Water', educationalAlignment: [{ targetName: 'Fluid' }, { targetName: 'Solid state' }] },
        }),
      ]);
      expect(await names(term('WATER'))).toEqual(['a', 'b']);
      expect(await names(term('water', 'name'))).toEqual(['b']);
      expect(await names(term('fluid', 'educationalAlignment.targetName'))).toEqual(['b']);
      expect(await names(term('fluid', 'educationalAlignment'))).toEqual([]);
      expect(await names(term('fluid', '*ame'))).toEqual(['a', 'b']);
      expect(await names(term('fluid solid'))).toEqual(['a', 'b']);
      expect(await names(term('nothing'))).toEqual([]);
      expect(await names(term('water', 'nofield'))).toEqual([]);
    });

    it('finds phrases as words in a row inside one value', async () => {
      await putAll(store(), [
        makeWrite('a', { members: { name: 'read complex texts', description: 'today' } }),
        makeWrite('b', { members: { name: ['read', 'complex texts'] } }),
        makeWrite('c', { members: { name: 'texts complex read' } }),
      ]);
      expect(await names(phrase('Read complex'))).toEqual(['a']);
      expect(await names(phrase('complex texts', 'name'))).toEqual(['a', 'b']);
      expect(await names(phrase('texts today'))).toEqual([]);
      expect(await names(phrase(shortIdOf('a'), '@id'))).toEqual(['a']);
    });

    it('finds sloppy phrases by the number of moves between words', async () => {
      await putAll(store(), [
        makeWrite('near', { members: { name: 'quick brown fox' } }),
        makeWrite('swapped', { members: { name: 'fox quick' } }),
        makeWrite('apart', { members: { name: ['quick', 'fox'] } }),
        makeWrite('far', { members: { name: 'quick one two three four fox' } }),
      ]);
      expect(await names(phrase('quick fox', null, 1))).toEqual(['near']);
      expect(await names(phrase('quick fox', 'name', 2))).toEqual(['near', 'swapped']);
      expect(await names(phrase('quick fox', null, 4))).toEqual(['far', 'near', 'swapped']);
      expect(await names(phrase('fox quick brown', null, 2))).toEqual([]);
      expect(await names(phrase('quick quick', null, 5))).toEqual([]);
    });

    it('keeps tokens as they are: joined words, accents, other scripts, emoji', async () => {
      await putAll(store(), [
        makeWrite('a', { members: { name: "don't.stop node_js 3.5" } }),
        makeWrite('b', { members: { name: 'ÄRGER straße' } }),
        makeWrite('c', { members: { name: '日本 Приве́т 👩‍🚀' } }),
      ]);
      expect(await names(term("don't.stop"))).toEqual(['a']);
      expect(await names(term('node_js'))).toEqual(['a']);
      expect(await names(term('3.5'))).toEqual(['a']);
      expect(await names(term('5'))).toEqual([]);
      expect(await names(term('ärger'))).toEqual(['b']);
      expect(await names(term('arger'))).toEqual([]);
      expect(await names(term('日'))).toEqual(['c']);
      expect(await names(term('Приве́т'))).toEqual(['c']);
      expect(await names(term('👩‍🚀'))).toEqual(['c']);
      expect(await names(wildcard('стра*'))).toEqual([]);
      expect(await names(wildcard('stra?e'))).toEqual(['b']);
    });

    it('expands wildcards and fuzzy terms, in all fields or in one', async () => {
      await putAll(store(), [
        makeWrite('a', { members: { name: 'algebra', level: 'basic' } }),
        makeWrite('b', { members: { name: 'algorithm', level: 'algae' } }),
      ]);
      expect(await names(wildcard('alg*'))).toEqual(['a', 'b']);
      expect(await names(wildcard('ALG*', 'level'))).toEqual(['b']);
      expect(await names(wildcard('*bra'))).toEqual(['a']);
      expect(await names(wildcard('al?a*'))).toEqual(['b']);
      expect(await names(wildcard('*', 'level'))).toEqual(['a', 'b']);
      expect(await names(fuzzy('algebar'))).toEqual(['a']);
      expect(await names(fuzzy('algbraa', 2, 'name'))).toEqual(['a']);
      expect(await names(fuzzy('algbraa', 1))).toEqual([]);
    });

    it('compares whole values, numbers and dates', async () => {
      await putAll(store(), [
        makeWrite('a', {
          version: 10,
          members: { name: 'One Two', score: 0.7, date: '2024-03-01T00:00:00Z', flag: true },
        }),
        makeWrite('b', { version: 20, members: { name: 'one two three', score: 10, date: '2024-11-05', flag: false } }),
      ]);
      expect(await names(term('One Two', 'name.keyword'))).toEqual(['a']);
      expect(await names(phrase('one two', 'name.keyword'))).toEqual([]);
      expect(await names(wildcard('One*', 'name.keyword'))).toEqual(['a']);
      expect(await names(range('score', '0.7', '9'))).toEqual(['a']);
      expect(await names(above('score', '0.7'))).toEqual(['b']);
      expect(await names(range('date', '2024-03-01', '2024-06'))).toEqual(['a']);
      expect(await names(range('date', null, '2024-12'))).toEqual(['a', 'b']);
      expect(await names(above('@version', '10'))).toEqual(['b']);
      expect(await names(range('@version', '10', '10'))).toEqual(['a']);
      expect(await names(term('true', 'flag'))).toEqual(['a']);
      expect(await names(range('nofield', '1', '2'))).toEqual([]);
    });

    it('finds objects by the presence of a member', async () => {
      await putAll(store(), [
        makeWrite('a', { members: { owner: 'x' } }),
        makeWrite('b', { members: { alignment: { target: 1 } } }),
        makeWrite('c', { members: { owner: null, alignment: {} } }),
      ]);
      expect(await names(exists('owner'))).toEqual(['a']);
      expect(await names(exists('alignment'))).toEqual(['b']);
      expect(await names(exists('*lignment'))).toEqual(['b']);
      expect(await names(not(exists('owner')))).toEqual(['b', 'c']);
    });

    it('combines conditions as Lucene does', async () => {
      await putAll(
        store(),
        ['a b', 'a c', 'b c', 'c'].map((name, index) => makeWrite(`${index}`, { members: { name } })),
      );
      expect(await names(and(term('a'), term('b')))).toEqual(['0']);
      expect(await names(or(term('a'), term('b')))).toEqual(['0', '1', '2']);
      expect(await names(and(or(term('a'), term('b')), not(term('c'))))).toEqual(['0']);
      expect(await names({ kind: 'bool', must: [term('c')], should: [term('a')], mustNot: [], boost: 1 })).toEqual([
        '1',
        '2',
        '3',
      ]);
      expect(await names(and(term('a'), term('!!!')))).toEqual(['0', '1']);
      expect(await names(term('!!!'))).toEqual([]);
      expect(await names(or())).toEqual([]);
      expect(await names(not(term('c'), range('name', 'z', null)))).toEqual(['0']);
    });

    it('answers deeply nested conditions', async () => {
      await putAll(store(), [makeWrite('a', { members: { name: 'x' } }), makeWrite('b', { members: { name: 'y' } })]);
      let query = term('x');
      for (let depth = 0; depth < 60; depth++)
        query = depth % 2 === 0 ? or(query, term('none')) : and(query, exists('name'));
      expect(await names(query)).toEqual(['a']);
      expect(await names(not(query))).toEqual(['b']);
    });

    it('filters by type key', async () => {
      const keys = ['schema.org.person', 'schema.org.thing', 'other.org.thing'];
      await putAll(
        store(),
        keys.map((typeKey) => makeWrite(typeKey, { typeKey })),
      );
      expect(await names(ALL, { types: types('*thing') })).toEqual(['other.org.thing', 'schema.org.thing']);
      expect(await names(ALL, { types: { ...types('schema*'), exclude: [starPattern('*.thing')] } })).toEqual([
        'schema.org.person',
      ]);
      expect(await names(ALL, { types: types('*nothing') })).toEqual([]);
      expect(await names(ALL, { types: types('*') })).toHaveLength(3);
    });

    it('gives all matches, the newest first, of conditions whose boost is 0, page by page', async () => {
      const texts = ['a', 'a b c', 'd', 'b', 'a b', 'e'];
      for (const [index, name] of texts.entries()) await put(store(), `${index}`, { members: { name } });
      const should = [term('a'), term('b')];
      const query: QueryNode = { kind: 'bool', must: [], should, mustNot: [], boost: 0 };
      const expected = ['4', '3', '1', '0'];
      expect(await found(store(), query)).toEqual(expected);
      expect((await allPages(store(), query, { limit: 3 })).flat()).toEqual(expected);
      expect((await found(store(), and(query, term('b')))).at(0)).toBe('3'); // the other condition ranks
    });

    it('ranks better matches first: more of the words, longer words, a shorter text; then the newer object', async () => {
      await putAll(store(), [
        makeWrite('both', { members: { name: `linear algebra ${'and more words '.repeat(5)}` } }),
        makeWrite('older', { members: { name: 'algebra' } }),
        makeWrite('newer', { members: { name: 'algebra' } }),
        makeWrite('long', { members: { name: `algebra ${'and more words '.repeat(50)}` } }),
        makeWrite('none', { members: { name: 'geometry' } }),
      ]);
      expect(await found(store(), or(term('linear'), term('algebra')))).toEqual(['both', 'newer', 'older', 'long']);
      expect(await found(store(), or(term('geometry', 'name', 5), term('algebra')))).toEqual([
        'none',
        'newer',
        'older',
        'both',
        'long',
      ]);
      expect(await found(store(), ALL)).toEqual(['none', 'long', 'newer', 'older', 'both']);
    });

    it('sorts by values: ascending by the smallest, descending by the largest, the newer of equals first', async () => {
      await putAll(store(), [
        makeWrite('a', { members: { n: [5, 20] } }),
        makeWrite('b', { members: { n: 10 } }),
        makeWrite('c', { members: { m: 1 } }),
        makeWrite('d', { members: { n: 10 } }),
        makeWrite('e', { members: { n: 'text' } }),
      ]);
      const sorted = (...sort: SortKey[]) => found(store(), ALL, { sort });
      expect(await sorted({ path: 'n', order: 'asc', missing: 'last' })).toEqual(['a', 'd', 'b', 'e', 'c']);
      expect(await sorted({ path: 'n', order: 'desc', missing: 'last' })).toEqual(['e', 'a', 'd', 'b', 'c']);
      expect(await sorted({ path: 'n', order: 'asc', missing: 'first' })).toEqual(['c', 'a', 'd', 'b', 'e']);
      expect(await sorted({ path: 'nofield', order: 'asc', missing: 'last' })).toEqual(['e', 'd', 'c', 'b', 'a']);
      expect(
        await sorted({ path: 'm', order: 'asc', missing: 'last' }, { path: 'n', order: 'asc', missing: 'last' }),
      ).toEqual(['c', 'a', 'd', 'b', 'e']);
    });

    it('sorts by the time of the last write, from page to page', async () => {
      const [a] = await putAll(store(), [
        makeWrite('a', { version: 5 }),
        makeWrite('b', { version: 7, members: { '@time': 1 } }),
        makeWrite('c', { version: 6 }),
      ]);
      await put(store(), 'a', { version: 9, expected: a ?? null });
      const newest: SortKey[] = [{ path: TIME_PATH, order: 'desc', missing: 'last' }];
      const oldest: SortKey[] = [{ path: TIME_PATH, order: 'asc', missing: 'last' }];
      expect(await found(store(), ALL, { sort: newest })).toEqual(['a', 'b', 'c']);
      expect(await found(store(), ALL, { sort: oldest })).toEqual(['c', 'b', 'a']);
      const { next } = await store().search(searchRequest(ALL, { sort: newest, limit: 1 }));
      expect(await found(store(), ALL, { sort: newest, limit: 1, cursor: next })).toEqual(['b']);
    });

    it('counts the results of all pages that the caller may read, up to a number', async () => {
      const hidden = { visibleTo: [keyId('r')], members: { name: 'one' } };
      await putAll(store(), [
        ...Array.from({ length: 7 }, (_, at) => makeWrite(`n${at}`, { members: { name: 'one' } })),
        makeWrite('hidden', hidden),
        makeWrite('other', { members: { name: 'two' } }),
      ]);
      const count = async (options: Partial<SearchRequest>, query = term('one')) =>
        (await store().search(searchRequest(query, { limit: 2, ...options }))).total;
      const sort: SortKey[] = [{ path: 'name', order: 'asc', missing: 'last' }];
      expect([await count({ countTo: 100 }), await count({ countTo: 100, sort })]).toEqual([7, 7]);
      expect([await count({ countTo: 100, offset: 6 }), await count({ countTo: 5 })]).toEqual([7, 5]);
      expect(await count({ countTo: 100, caller: { admin: false, keys: [keyId('r')] } })).toBe(8);
      expect([await count({ countTo: 100 }, term('nothing')), await count({})]).toEqual([0, undefined]);
      const { next } = await store().search(searchRequest(term('one'), { limit: 2, countTo: 100 }));
      expect([next === null, await count({ cursor: next, countTo: 100 })]).toEqual([false, undefined]);
    });

    it('D4 refuses a wildcard that matches too many words, and stops at the deadline', async () => {
      const words = Array.from({ length: 1_500 }, (_, index) => `x${index.toString(36)}y`);
      await put(store(), 'a', { members: { name: words.join(' ') } });
      await expect(found(store(), wildcard('*y'))).rejects.toMatchObject({ code: 'query-too-broad' });
      expect(await found(store(), wildcard('x*'))).toEqual(['a']);
      await expect(found(store(), ALL, { timeoutMs: 0 })).rejects.toMatchObject({ code: 'search-timeout' });
      expect(await found(store(), ALL)).toEqual(['a']);
    });

    it('finds protected keys only for callers that proved them', async () => {
      const key = keyId('p');
      await put(store(), 'a', { participants: [key], members: { name: `open pem${keyId('other')}` } });
      const query = term(`pem${key}`);
      expect(await names(query)).toEqual([]);
      expect(await names(query, { caller: { admin: false, keys: [keyId('other')] } })).toEqual([]);
      expect(await names(query, { caller: { admin: false, keys: [key] } })).toEqual(['a']);
      expect(await names(phrase(`pem${key}`, '*owner'), { caller: ADMIN })).toEqual(['a']);
      expect(await names(wildcard(`pem${key.slice(0, 10)}*`), { caller: ADMIN })).toEqual([]);
      expect(await names(term(`pem${keyId('other')}`, 'name'))).toEqual(['a']);
    });

    it('answers an exact field name that holds wildcard characters', async () => {
      await put(store(), 'a', { members: { 'a*b"c': 'word' } });
      const named: QueryNode = { kind: 'term', field: { pattern: ['a*b"c'] }, text: 'word', boost: 1 };
      expect(await names(named)).toEqual(['a']);
      expect(await names({ ...named, field: field('a*c') } as QueryNode)).toEqual(['a']);
    });
  });
}

function types(...include: string[]): { include: Pattern[]; exclude: Pattern[] } {
  return { include: include.map(starPattern), exclude: [] };
}
