import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { absentOrNull, oneOrMany } from './foreign-values.ts';

const schema = z.object({ groups: oneOrMany(z.string()), expires: absentOrNull(z.string()) });

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
});

test('what is not there at all is an empty list, and absent', () => {
  expect(schema.parse({})).toEqual({ groups: [], expires: undefined });
});

test('null is absent, and other values are checked', () => {
  expect(schema.parse({ expires: null }).expires).toBeUndefined();
  expect(schema.parse({ expires: 'x' }).expires).toBe('x');
  for (const value of [{ groups: [1] }, { groups: 1 }, { groups: {} }, { expires: 1 }]) {
    expect(schema.safeParse(value).success).toBe(false);
  }
});
