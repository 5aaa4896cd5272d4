import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../base/errors/problem.ts';
import { parseSort } from './sort.ts';
import { anyText } from './testing/any-text.ts';
import { problemOf } from './testing/problem-of.ts';

const RUNS = process.env.CHECKS === 'full' ? 1_000_000 : 10_000;
const FULL_TIMEOUT = 1_800_000;

const key = (path: string, order = 'asc', missing = 'last') => ({ path, order, missing });

describe('a sort order', () => {
  it.each<[string, unknown]>([
    ['[ { "name.keyword": {"order" : "asc" , "unmapped_type" : "text", "missing" : "_last"}} ]', [key('name')]],
    ['[{"@version":{"order":"asc"}}]', [key('@version')]],
    ['["a", {"b":"desc"}]', [key('a'), key('b', 'desc')]],
    ['"name"', [key('name')]],
    ['{"a":"desc","b":{"order":"DESC","missing":"_first"}}', [key('a', 'desc'), key('b', 'desc', 'first')]],
    ['[{"a":{}}]', [key('a')]],
    ['[{"a.b.c.keyword":{}}]', [key('a.b.c')]],
    ['[{"a":{"order":"asc","mode":"min"}},{"b":{"mode":"max","order":"desc"}}]', [key('a'), key('b', 'desc')]],
    ['[{"__proto__":"desc"}]', 'refused'],
    ['[]', []],
    ['', []],
    ['"_score"', []],
    ['[{"_score":{"order":"desc"}}]', []],
    ['["name","_score"]', [key('name')]],
    ['[{"name":"desc"},{"_doc":"asc"}]', [key('name', 'desc')]],
  ])('C7 is read from %s', (text, keys) => {
    if (keys === 'refused') expect(problemOf(() => parseSort(text)).code).toBe('invalid-parameter');
    else expect(parseSort(text)).toEqual(keys);
  });
});

describe('a sort order with unsupported options', () => {
  it.each([
    'name',
    '[',
    'null',
    '5',
    'true',
    '[5]',
    '[["name"]]',
    '[null]',
    '{"_script":{"type":"number","script":{"source":"1"},"order":"asc"}}',
    '[{"_geo_distance":{"location":[0,0],"order":"asc"}}]',
    '[{"name":{"order":"asc","nested":{"path":"a"}}}]',
    '[{"name":{"nested_path":"a"}}]',
    '[{"name":{"numeric_type":"long"}}]',
    '[{"name":{"format":"x"}}]',
    '[{"name":{"script":"x"}}]',
    '[{"name":{"order":"up"}}]',
    '[{"name":{"order":1}}]',
    '[{"name":{"missing":"x"}}]',
    '[{"name":{"unmapped_type":{}}}]',
    '[{"name":{"mode":"avg"}}]',
    '[{"name":{"order":"desc","mode":"min"}}]',
    '[{"name":null}]',
    '[{"name":["asc"]}]',
    '["_score","name"]',
    '[{"_score":"asc"}]',
    '["_id"]',
    '["_shard_doc"]',
    '[{"":"asc"}]',
    '[".keyword"]',
    JSON.stringify([`${'a'.repeat(513)}`]),
    JSON.stringify(Array(9).fill('a')),
    JSON.stringify(['a'.repeat(9000)]),
    `${'['.repeat(1000)}${']'.repeat(1000)}`,
  ])('D5 is refused with 400: %s', (text) => {
    const problem = problemOf(() => parseSort(text));
    expect([problem.code, problem.status, problem.extras.where]).toEqual(['invalid-parameter', 400, 'sort']);
  });

  it('D5 is refused with the name of the member', () => {
    expect(problemOf(() => parseSort('[{"_script":{}}]')).message).toContain('_script');
    expect(problemOf(() => parseSort('[{"name":{"nested":{}}}]')).message).toContain('nested');
  });

  it(
    'C7 of any text is read or refused with a Problem 400',
    () => {
      const value = fc.oneof(
        fc.constantFrom('asc', 'desc', 'x', '_first', '_last', 'min', 'max', '', 1, null, true),
        fc.jsonValue({ maxDepth: 1 }),
      );
      const option = fc.constantFrom('order', 'missing', 'unmapped_type', 'mode', 'nested', 'script', '__proto__');
      const name = fc.oneof(
        fc.constantFrom('a', 'a.keyword', '_score', '_doc', '_script', '__proto__', ''),
        fc.string(),
      );
      const key = fc.oneof(
        name,
        fc.dictionary(name, fc.oneof(value, fc.dictionary(option, value)), { maxKeys: 2 }),
        value,
      );
      const sort = fc.oneof(key, fc.array(key, { maxLength: 10 })).map((order) => JSON.stringify(order));
      fc.assert(
        fc.property(fc.oneof({ weight: 20, arbitrary: sort }, fc.json(), anyText(12)), (text) => {
          try {
            return parseSort(text).every(({ path }) => path !== '' && !path.startsWith('_'));
          } catch (error) {
            if (!(error instanceof Problem)) throw error;
            return error.status === 400;
          }
        }),
        { numRuns: RUNS },
      );
    },
    FULL_TIMEOUT,
  );
});
