import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../repository/linked-data/json.ts';
import { findsAnything } from './find.ts';
import { parseJsonPath } from './parse.ts';

const STATEMENT = parseJson(
  '{"result": {"score": {"scaled": 0.8}, "success": true}, "tags": ["a", "b"], "__proto__": 1, "it\'s": null, "n": 1, ' +
    '"größe": 2, "@type": "x"}',
  'The evidence',
);

function finds(text: string): boolean | null {
  const path = parseJsonPath(text);
  return path === null ? null : findsAnything(path, STATEMENT);
}

describe('a path finds', () => {
  test.each([
    '$',
    '$.result',
    '$.result.score.scaled',
    "$['result']['score']",
    '$["result"].success',
    '$.tags[0]',
    '$.tags[-1]',
    '$.tags[*]',
    '$..scaled',
    '$..*',
    "$['it\\'s']",
    "$['__proto__']",
    "$['nothing', 'tags']",
    '$[?@.success]',
    '$[?(@.success == true)]',
    '$[?@.score.scaled >= 0.8 && @.success]',
    '$.tags[?@ == "b"]',
    "$.tags[?@ > 'a']",
    '$[?@.score.scaled < 0.1 || !(@.success == false)]',
    '$.tags[?$.n == 1]',
    '$..[?@.scaled != 1]',
    '$[?(@.success === true)]',
    '$.result[?@ !== 1]',
    "$ ['result']\n.score",
    '$.größe',
    '$.@type',
    '$.tags[1:]',
    '$.tags[:1]',
    '$.tags[-1:]',
    '$.tags[::-1]',
    '$.tags[ 0 : 2 : 1 ]',
  ])('something: %s', (text) => {
    expect(finds(text)).toBe(true);
  });

  test.each([
    '$.nothing',
    '$.constructor',
    '$.tags[2]',
    '$.tags.a',
    '$.result[0]',
    '$..nothing',
    '$.tags[?@ == "c"]',
    '$[?@.success == 1]',
    '$.tags[2:]',
    '$.tags[1:1]',
    '$.tags[::0]',
    '$.tags[0:1:-1]',
    '$.result[0:]',
  ])('nothing: %s', (text) => {
    expect(finds(text)).toBe(false);
  });

  test.each([
    '',
    'result',
    '$.',
    '$[',
    '$[]',
    '$[01]',
    '$[1:2:3:4]',
    '$.. a',
    '$[?@.a == 01]',
    '$[?length(@.a) == 1]',
    '$.a b',
    '$[?]',
    '$[?1]',
    '$[?@.a ==]',
    `$${'['.repeat(50)}`,
    `$[?${'('.repeat(50)}`,
    `$[?${'!'.repeat(1500)}@]`,
    `$${'.a'.repeat(2000)}`,
  ])('no path: %s', (text) => {
    expect(finds(text)).toBeNull();
  });

  test.each([
    ['[1:3]', [1, 2]],
    ['[1:]', [1, 2, 3, 4]],
    ['[-2:]', [3, 4]],
    ['[::2]', [0, 2, 4]],
    ['[3:1:-1]', [3, 2]],
    ['[::-2]', [4, 2, 0]],
    ['[-10:10]', [0, 1, 2, 3, 4]],
    ['[-10:1]', [0]],
  ])('the items of the slice %s: %j', (slice, items) => {
    const found = [0, 1, 2, 3, 4].filter((item) => {
      const path = parseJsonPath(`$${slice}[?@ == ${item}]`);
      return (
        path !== null &&
        findsAnything(
          path,
          [0, 1, 2, 3, 4].map((one) => [one]),
        )
      );
    });
    expect(found).toEqual([...items].sort());
  });

  test('nothing if the search takes too long', () => {
    const path = parseJsonPath('$..[?@..[?@..[?@..x]]]');
    const value = parseJson(JSON.stringify(Array.from({ length: 2000 }, (_, n) => ({ a: [n, [n]] }))), 'The evidence');
    expect(path !== null && findsAnything(path, value)).toBe(false);
  });
});
