import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ExactNumber, type Json, type JsonObject, setMember } from '../../shared/repository/linked-data/json.ts';
import { anyText } from '../../shared/repository/search/testing/any-text.ts';
import { found, makeWrite, shortIdOf, type WriteOptions } from '../../shared/repository/store/contract/fixtures.ts';
import { ALL, term } from '../../shared/repository/store/contract/queries.ts';
import type { ObjectStore } from '../../shared/repository/store/object-store.ts';
import type { EngineRequest, OpenSearchTransport } from '../../shared/stores/opensearch/engine/transport.ts';
import { createFetchTransport } from '../../shared/stores/opensearch/engine/transport.ts';
import type { OpenSearchStore } from '../../shared/stores/opensearch/open.ts';
import { openTestStore } from '../../shared/stores/opensearch/testing/open-test-store.ts';
import { isPublication } from '../../shared/stores/opensearch/testing/test-proxy.ts';
import { openSearchForTests } from '../support/opensearch.ts';

const engine = await openSearchForTests();

/** Objects that an engine with dynamic mappings would refuse. */
const SHAPES: Record<string, JsonObject> = {
  'a number here': { value: 1 },
  'a text there': { value: 'one' },
  'an object elsewhere': { value: { value: { value: true } } },
  'all of them in a list': { value: [1, 'one', { value: 2 }, [null, false], []] },
  'a date that is none': { dateCreated: '2024-13-45T99:99:99Z', other: '2024-01-01' },
  'an address that is none': { location: { lat: 'north', lon: 1e9 }, geo: [181, 91] },
  'giant numbers': { big: new ExactNumber('1e999'), exact: new ExactNumber('9'.repeat(5000)), small: 5e-324 },
  'odd numbers in fields with types': { confidence: 1e300, '@version': 'x', assertionDateDecrypted: -1.5 },
  'odd values in fields with types': { confidence: {}, 'ceasn:codedNotation': { a: 1 }, 'skos:hasTopConcept': [true] },
  'names that are none': {
    '': 1,
    '.': 2,
    '..': 3,
    'a..b': 4,
    ' ': 5,
    '*': 6,
    _id: 7,
    _source: 8,
    '\u0000': 9,
    '\ud800': 10,
  },
  'names of other meaning': own(['__proto__', 'constructor', 'toString', 'hasOwnProperty']),
  'a long name': { ['n'.repeat(30_000)]: 'x' },
  'a long key': { key: 'x'.repeat(40_000) },
  'a long word of many bytes': { key: '\u{1f600}'.repeat(20_000), han: '学'.repeat(20_000) },
  '900 fields': own(Array.from({ length: 900 }, (_, index) => `field${index}`)),
  '10,000 fields': own(Array.from({ length: 10_000 }, (_, index) => `field${index}`)),
  'depth 1,000': deep(1_000),
  'many values': { values: Array.from({ length: 50_000 }, (_, index) => index) },
};

function own(names: readonly string[]): JsonObject {
  const object: JsonObject = {};
  for (const name of names) setMember(object, name, `of ${name}`);
  return object;
}

function deep(levels: number): JsonObject {
  let value: Json = 'bottom';
  for (let level = 0; level < levels; level++) value = { deeper: value };
  return { value };
}

const ANY_OBJECT = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    anyText(20),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc
    .array(
      fc.tuple(
        fc.oneof(
          fc.constantFrom('name', 'a.b', '__proto__', '', '@type', 'confidence', 'ceasn:codedNotation'),
          fc.string({ unit: 'binary', maxLength: 12 }),
        ),
        tie('value'),
      ),
      { maxLength: 5 },
    )
    .map((members) => {
      const object: JsonObject = {};
      for (const [name, value] of members) setMember(object, name, value);
      return object;
    }),
})).object;

describe.skipIf(engine === null)('objects that dynamic mappings would not accept', () => {
  const whole = createFetchTransport({ endpoint: engine?.endpoint ?? '', authorization: null });
  let base = '';
  let prefix = '';
  let opened: OpenSearchStore[] = [];

  beforeEach(() => {
    base = `test-${randomUUID()}-`;
    prefix = base;
  });
  afterEach(async () => {
    await Promise.all(opened.map((store) => store.close()));
    opened = [];
    const { body } = await whole.request({ method: 'GET', path: `${base}*`, timeout: 30_000 });
    const indices = Object.keys(body as object).join(','); // the engine answers an object with a member for each index
    await whole.request({ method: 'DELETE', path: indices, timeout: 30_000 });
  });

  /** A store whose calls the test changes, or answers in place of the engine. */
  async function open(
    change: (request: EngineRequest) => EngineRequest | { readonly status: number } = (same) => same,
  ) {
    const transport: OpenSearchTransport = {
      async request(request) {
        const changed = change(request);
        return 'status' in changed ? { ...changed, body: { error: 'too large' } } : whole.request(changed);
      },
    };
    const store = await openTestStore(transport, prefix);
    opened.push(store);
    return store.objects;
  }

  /** A store whose search index has another mapping for a field, so that the engine refuses copies. */
  async function openWith(field: string, mapping: JsonObject): Promise<ObjectStore> {
    let changes = 0;
    const store = await open((request) => {
      if (request.method !== 'PUT' || !request.body?.includes(`"${field}"`)) return request;
      const body = JSON.parse(request.body);
      changes++;
      (body.mappings ?? body.template.mappings).properties[field] = mapping;
      return { ...request, body: JSON.stringify(body) };
    });
    expect(changes).toBe(1);
    return store;
  }

  /** Writes objects in one batch. Returns each one's message about search. */
  async function save(store: ObjectStore, objects: Record<string, JsonObject>, options: WriteOptions = {}) {
    const names = Object.keys(objects);
    const writes = names.map((name) =>
      makeWrite(encodeURIComponent(name), { ...options, members: { ...objects[name], mark: `mark ${name}` } }),
    );
    const outcomes = await store.write(writes);
    return Object.fromEntries(
      outcomes.map((outcome, index) => [
        names[index],
        outcome.status === 'stored' ? (outcome.unsearchable ?? 'found') : outcome.status,
      ]),
    );
  }

  const names = (objects: object) => Object.keys(objects).map(encodeURIComponent).sort();

  it('C22 I8 are indexed with all their fields, next to each other', async () => {
    const store = await open();
    const outcomes = await save(store, SHAPES);
    for (const name of Object.keys(SHAPES)) {
      const sorted = /0 fields/.test(name);
      expect([name, outcomes[name]]).toEqual([name, sorted ? expect.stringMatching(/sorted by 500/) : 'found']);
    }
    expect((await found(store, term('mark', 'mark'))).sort()).toEqual(names(SHAPES));
    expect((await found(store, term('one', 'value'))).length).toBe(2);
  });

  it('C22 I8 are found by their words and ids when the engine refuses their fields, with a warning', async () => {
    const store = await openWith('scalars', { type: 'ip' });
    const outcomes = await save(store, SHAPES);
    expect(new Set(Object.values(outcomes))).toEqual(
      new Set([expect.stringMatching(/by its words.*not by single fields/)]),
    );
    expect((await found(store, term('mark'))).sort()).toEqual(names(SHAPES));
    expect(await found(store, term('mark'), { types: { include: [['example.org.thing']], exclude: [] } })).toHaveLength(
      Object.keys(SHAPES).length,
    );
    const heads = await store.heads(names(SHAPES).map(shortIdOf));
    expect(heads.filter((head) => head !== null)).toHaveLength(Object.keys(SHAPES).length);
    const hidden = await save(store, { hidden: { name: 'veiled' } }, { visibleTo: [] });
    expect(hidden.hidden).toMatch(/not by single fields/);
    expect(await found(store, term('veiled'))).toEqual([]);
  });

  it('C22 I8 are found by their type and ids when the engine refuses their words too', async () => {
    const store = await openWith('words', { type: 'ip' });
    const outcomes = await save(store, SHAPES);
    expect(new Set(Object.values(outcomes))).toEqual(new Set([expect.stringMatching(/not by its contents/)]));
    expect((await found(store, ALL)).sort()).toEqual(names(SHAPES));
  });

  it('I10 do not affect others: in a batch each has its own warning', async () => {
    const store = await openWith('ceasn:codedNotation', { type: 'long' });
    const outcomes = await save(store, { bad: { 'ceasn:codedNotation': 'A.1' }, good: { name: 'A.1' } });
    expect(outcomes).toEqual({ bad: expect.stringMatching(/not by single fields/), good: 'found' });
    expect(await found(store, term('mark', 'mark'))).toEqual(['good']);
    expect((await found(store, term('mark'))).sort()).toEqual(['bad', 'good']);
  });

  it('I10 are indexed in halves when a batch is too large for the engine, and reduced when one object is', async () => {
    const store = await open((request) => {
      return isPublication(request) && (request.body?.length ?? 0) > 20_000 ? { status: 413 } : request;
    });
    const objects = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`o${index}`, { name: 'small' }]));
    const outcomes = await save(store, {
      ...objects,
      large: { text: 'words '.repeat(1_500) },
      huge: { text: 'words '.repeat(5_000) },
    });
    expect(outcomes).toMatchObject({ o0: 'found', o39: 'found' });
    expect(outcomes.large).toMatch(/not by single fields/);
    expect(outcomes.huge).toMatch(/not by its contents/);
    expect(await found(store, term('small', 'name'))).toHaveLength(40);
    expect(await found(store, term('words'))).toEqual(['large']);
  });

  it('may have a type of any length, with a warning if it is too long to search by', async () => {
    const store = await open();
    const outcomes = await save(store, { a: { name: 'x' } }, { typeKey: 't'.repeat(40_000) });
    expect(outcomes.a).toMatch(/type of this object is too long/);
    expect(await found(store, term('mark', 'mark'))).toEqual(['a']);
  });

  it('I8 are each found by their words, whole or reduced', async () => {
    const stores = [
      await open(),
      await (async () => {
        prefix = `${base}b-`;
        return openWith('scalars', { type: 'ip' });
      })(),
    ];
    let count = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(ANY_OBJECT, { minLength: 1, maxLength: 20 }), async (members) => {
        count++;
        const mark = `mark${count}x`;
        const objects = Object.fromEntries(members.map((object, index) => [`p${count}i${index}`, { ...object, mark }]));
        const [first, second] = await Promise.all(
          stores.map(async (store) => {
            const outcomes = await store.write(
              Object.entries(objects).map(([name, own]) => makeWrite(name, { members: own })),
            );
            return outcomes.map((outcome) =>
              outcome.status === 'stored' ? (outcome.unsearchable ?? null) : outcome.status,
            );
          }),
        );
        expect(first).toEqual(members.map(() => null));
        expect(second).toEqual(members.map(() => expect.stringMatching(/not by single fields/)));
        for (const store of stores)
          expect((await found(store, term(mark))).sort()).toEqual(Object.keys(objects).sort());
      }),
      { numRuns: 15 },
    );
  });
});
