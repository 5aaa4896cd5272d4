import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from './testing/any-text.ts';
import { problemOf } from './testing/problem-of.ts';
import { compileTypeKeyFilter, parseIndexHint } from './type-key-filter.ts';

const RUNS = process.env.CHECKS === 'full' ? 1_000_000 : 10_000;
const FULL_TIMEOUT = 1_800_000;

const TYPE_KEYS = [
  'schema.cassproject.org.0.4.competency',
  'schema.cassproject.org.0.4.framework',
  'schema.cassproject.org.kbac.0.4.encryptedvalue',
  'schema.org.person',
];
const [COMPETENCY, FRAMEWORK, ENCRYPTED, PERSON] = TYPE_KEYS;

function found(hint: string): string[] {
  return TYPE_KEYS.filter(compileTypeKeyFilter(parseIndexHint(hint)));
}

describe('an index hint', () => {
  it.each([
    ['*competency,*encryptedvalue', [COMPETENCY, ENCRYPTED]],
    ['schema.org.person', [PERSON]],
    ['schema.org', []],
    ['*', TYPE_KEYS],
    ['', TYPE_KEYS],
    [',', TYPE_KEYS],
    ['-*person', [COMPETENCY, FRAMEWORK, ENCRYPTED]],
    ['*cassproject*,-*encryptedvalue', [COMPETENCY, FRAMEWORK]],
    ['-*person,-*framework', [COMPETENCY, ENCRYPTED]],
    ['*person,', [PERSON]],
    ['*.0.4.*', [COMPETENCY, FRAMEWORK, ENCRYPTED]],
  ])('%s finds its type keys only', (hint, keys) => {
    expect(found(hint)).toEqual(keys);
  });

  it.each(['permanent', 'ephemeral', '.kibana', '_all', '.opendistro_security', '_permanent', 'permanent,ephemeral'])(
    'D3 %s is a pattern over type keys like any other, and finds nothing',
    (hint) => {
      expect(found(hint)).toEqual([]);
    },
  );

  it.each([
    '/',
    'a/_search',
    '../permanent',
    'a..b',
    'a?b',
    'a#b',
    '%2e%2e',
    'a%b',
    '\\',
    'a\\b',
    'A',
    '*Competency',
    'a b',
    'a:b',
    '<a>',
    'a|b',
    '"a"',
    'ä',
    '😀',
    '\n',
    '\u0000',
    '+a',
    '-',
    'a,-',
    'a,'.repeat(65),
    'a'.repeat(5000),
  ])('D1 %j is 400', (hint) => {
    const problem = problemOf(() => parseIndexHint(hint));
    expect([problem.code, problem.status, problem.extras.where]).toEqual(['invalid-parameter', 400, 'index_hint']);
  });

  it(
    'D1 C8 any text of the allowed characters is a filter, any other text 400',
    () => {
      const allowed = fc.string({ unit: fc.constantFrom(...'abz019.*,_-') });
      fc.assert(
        fc.property(fc.oneof(allowed, anyText(12)), (hint) => {
          const fine = /^[a-z0-9.*,_-]*$/.test(hint) && !hint.includes('..') && !hint.split(',').includes('-');
          if (!fine) return problemOf(() => parseIndexHint(hint)).status === 400;
          found(hint);
          return true;
        }),
        { numRuns: RUNS },
      );
    },
    FULL_TIMEOUT,
  );

  it('I10 may be of the maximum length, and match the longest type key', () => {
    const hint = Array(40)
      .fill(`${'*a'.repeat(49)}b`)
      .join(',');
    expect(compileTypeKeyFilter(parseIndexHint(hint))('a'.repeat(100_000))).toBe(false);
  });
});
