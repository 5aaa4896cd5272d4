import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Json, type JsonObject, parseJson } from '../linked-data/json.ts';
import { MAX_KEYWORD, type SearchField } from './document.ts';
import { indexable, MAX_FIELDS, MAX_PATH, MAX_VALUES, MAX_WORDS, OTHER_FIELDS } from './fields.ts';
import { anyText } from './testing/any-text.ts';

function fields(text: string): readonly SearchField[] {
  return indexable(parseJson(text, 'The test') as JsonObject).fields; // every text here is an object
}

describe('indexing by paths', () => {
  it('joins the names of members by dots, and ignores arrays', () => {
    const found = fields('{"a": {"b": [{"c": "x"}, {"c": ["y", [{"d": "z"}]]}]}, "e.f": "w"}');
    expect(found.map(({ path, scalars }) => [path, scalars])).toEqual([
      ['a.b.c', ['x', 'y']],
      ['a.b.c.d', ['z']],
      ['e.f', ['w']],
    ]);
  });

  it('gathers all values of one path, also where a name with a dot meets a nested one', () => {
    expect(fields('{"a": {"b": 1}, "a.b": "x"}')).toEqual([{ path: 'a.b', tokens: [['1'], ['x']], scalars: [1, 'x'] }]);
  });

  it('C21 takes members called __proto__, constructor and hasOwnProperty as data', () => {
    const found = fields('{"__proto__": {"admin": true}, "constructor": {"prototype": "x"}, "hasOwnProperty": "y"}');
    expect(found.map((field) => field.path)).toEqual(['__proto__.admin', 'constructor.prototype', 'hasOwnProperty']);
    expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false);
  });

  it('has no value for null, empty arrays and empty objects', () => {
    expect(fields('{"a": null, "b": [], "c": {}, "d": [null, [], {}]}')).toEqual([]);
  });

  it('C22 keeps paths short, and finds deeper values under the last ancestor that fits', () => {
    const deep = `${'{"aaaaaaaaaa":'.repeat(100)}"x"${'}'.repeat(100)}`;
    const [field, ...others] = fields(deep);
    expect(others).toEqual([]);
    expect(field?.path).toBe(Array(46).fill('aaaaaaaaaa').join('.'));
    expect(field?.tokens).toEqual([['x']]);
    expect(fields(`{"${'n'.repeat(2000)}": "x"}`)[0]?.path).toHaveLength(MAX_PATH);
  });

  it('C22 gives an object no more fields than the limit: the shortest paths are kept, the rest is found by its words', () => {
    const many = Object.fromEntries(
      Array.from({ length: MAX_FIELDS + 5 }, (_, index) => [`member${index}`, `word${index}`]),
    );
    const fields = indexable({ ...many, name: 'short' }).fields;
    expect(fields).toHaveLength(MAX_FIELDS + 1);
    expect(fields.find((field) => field.path === 'name')?.tokens).toEqual([['short']]);
    const others = fields.find((field) => field.path === OTHER_FIELDS);
    expect(others?.tokens).toHaveLength(6);
    expect(others?.scalars).toEqual([]);
    expect(new Set(fields.flatMap((field) => field.tokens.flat())).size).toBe(MAX_FIELDS + 6);
  });

  it('indexes no more words of one object than the limit', () => {
    const words = 'word '.repeat(MAX_WORDS);
    const fields = indexable({ a: words, b: 'beyond' }).fields;
    expect(fields.map((field) => field.tokens.flat().length)).toEqual([MAX_WORDS, 0]);
  });

  it('indexes no more values of one object than the limit', () => {
    const [field, ...others] = indexable({ a: Array(MAX_VALUES).fill(1), b: 'beyond' }).fields;
    expect([field?.scalars.length, others]).toEqual([MAX_VALUES, []]);
  });

  it('C22 reports each limit that left something out', () => {
    const many = Object.fromEntries(Array.from({ length: MAX_FIELDS }, (_, index) => [`m${index}`, 1]));
    const omitted = (object: JsonObject) => indexable(object).omitted;
    expect(omitted({ ...many })).toEqual([]);
    expect(omitted({ ...many, more: 1 })).toEqual([expect.stringMatching(/more than 2000 fields/)]);
    expect(omitted({ a: 'word '.repeat(MAX_WORDS) })).toEqual([]);
    expect(omitted({ a: 'word '.repeat(MAX_WORDS), b: 'x' })).toEqual([expect.stringMatching(/500000 words/)]);
    expect(omitted({ a: Array(MAX_VALUES + 1).fill('') })).toEqual([expect.stringMatching(/200000 values/)]);
    expect(omitted({ ['n'.repeat(MAX_PATH)]: { a: 1 } })).toEqual([expect.stringMatching(/longer than 512/)]);
  });

  it('C22 takes 10^5 members, and nesting as deep as JSON may be', () => {
    const wide = `{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":${index}`).join(',')}}`;
    expect(fields(wide).flatMap((field) => field.tokens)).toHaveLength(100_000);
    expect(fields(`{"a":${'[{"b":'.repeat(99)}1${'}]'.repeat(99)}}`)).toHaveLength(1);
    const longNames = `${`{"${'n'.repeat(4000)}":`.repeat(190)}[${Array(5000).fill('{"a":1,"b":"x"}').join(',')}]${'}'.repeat(190)}`;
    expect(fields(longNames)[0]?.tokens).toHaveLength(10_000);
  });
});

describe('indexing of values', () => {
  it('keeps texts as they are beside their tokens, one list of tokens for each value', () => {
    expect(fields('{"name": ["Add Numbers", "ADD"]}')).toEqual([
      { path: 'name', tokens: [['add', 'numbers'], ['add']], scalars: ['Add Numbers', 'ADD'] },
    ]);
  });

  it('leaves texts beyond the limit out of the values, not out of the tokens', () => {
    const [field] = fields(`{"a": ["${'x'.repeat(MAX_KEYWORD)}", "${'y '.repeat(MAX_KEYWORD)}"]}`);
    expect(field?.scalars).toEqual(['x'.repeat(MAX_KEYWORD)]);
    expect(field?.tokens[1]).toHaveLength(MAX_KEYWORD);
  });

  it.each<[string, number, string[]]>([
    ['5', 5, ['5']],
    ['0.5', 0.5, ['0.5']],
    ['true', 1, ['true']],
    ['false', 0, ['false']],
    ['12345678901234567890', Number('12345678901234567890'), ['12345678901234567890']],
    ['1743202754349', 1743202754349, ['1743202754349']],
  ])('%s is found by range and by its text', (json, value, tokens) => {
    expect(fields(`{"a": ${json}}`)).toEqual([{ path: 'a', tokens: [tokens], scalars: [value] }]);
  });

  it('C23 numbers that no double holds stay finite', () => {
    expect(fields('{"a": [1e999, -1e999, 1e-999]}')[0]?.scalars).toEqual([Number.MAX_VALUE, -Number.MAX_VALUE, 0]);
  });

  it('an empty text is a value without tokens', () => {
    expect(fields('{"a": ""}')).toEqual([{ path: 'a', tokens: [[]], scalars: [''] }]);
  });
});

it('I8 every value of any object is included once, and the object is not changed', () => {
  const { value: json } = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      anyText(12),
      fc.array(tie('value'), { maxLength: 4 }),
      tie('object'),
    ),
    object: fc.dictionary(fc.oneof(fc.constantFrom('a', 'a.b', '__proto__', '@id', ''), fc.string()), tie('value'), {
      maxKeys: 4,
    }) as fc.Arbitrary<JsonObject>, // a dictionary of JSON values
  }));
  fc.assert(
    fc.property(json, (value) => {
      const object: JsonObject = { root: value };
      const before = JSON.stringify(object);
      const found = indexable(object).fields;
      expect(JSON.stringify(object)).toBe(before);
      expect(found.reduce((sum, field) => sum + field.scalars.length, 0)).toBe(countScalars(value));
      expect(new Set(found.map((field) => field.path)).size).toBe(found.length);
    }),
    { numRuns: 50 },
  );
});

function countScalars(value: Json): number {
  if (value === null) return 0;
  if (typeof value !== 'object') return 1;
  return Object.values(value).reduce((sum: number, item) => sum + countScalars(item), 0);
}
