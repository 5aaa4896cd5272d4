import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { oneOrMany, parseForeign } from './foreign-values.ts';

const schema = z.object({ groups: oneOrMany(z.string()), expires: z.optional(z.string()) });

test.each<[unknown, readonly string[]]>([
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  ['a', ['a']],
  [[], []],
  [null, []],
  [undefined, []],
])('%j is the list %j', (groups, list) => {
  expect(schema.parse({ groups }).groups).toEqual(list);
  expect(parseForeign(schema, { groups }).data?.groups).toEqual(list);
});

test('an absent member is an empty list, or absent', () => {
  expect(schema.parse({})).toEqual({ groups: [], expires: undefined });
});

test('null is absent at every depth, and other values are checked', () => {
  const nested = z.object({ inner: schema });
  expect(parseForeign(nested, { inner: { groups: [null, 'a'], expires: null } }).data).toEqual({
    inner: { groups: ['a'], expires: undefined },
  });
  expect(parseForeign(schema, { expires: 'x' }).data?.expires).toBe('x');
  for (const value of [null, { groups: [1] }, { groups: 1 }, { groups: {} }, { expires: 1 }]) {
    expect(parseForeign(schema, value).success).toBe(false);
  }
});
