import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../base/errors/problem.ts';
import { MAX_CLAUSES, MAX_EXPANDING_TERMS, MAX_GROUP_DEPTH, MAX_QUERY_LENGTH } from './limits.ts';
import { parseQuery } from './parser.ts';
import { anyText } from './testing/any-text.ts';
import { problemOf } from './testing/problem-of.ts';

const RUNS = process.env.CHECKS === 'full' ? 1_000_000 : 10_000;
const FULL_TIMEOUT = 1_800_000;

function parse(text: string) {
  return parseQuery(text, { regex: false });
}

describe('a parser with limits', () => {
  const atMost = (count: number, clause: string) => Array(count).fill(clause).join(' ');

  it.each([
    ['groups', nested(MAX_GROUP_DEPTH)],
    ['clauses', atMost(MAX_CLAUSES, 'a')],
    ['wildcard terms', atMost(MAX_EXPANDING_TERMS, 'a*')],
    ['length', 'a'.repeat(MAX_QUERY_LENGTH)],
    ['wildcards in a term', '*a'.repeat(16)],
    ['a wildcard term', `${'a'.repeat(511)}*`],
    ['slop', '"a b"~1000'],
  ])('accepts a query at the limit: %s', (_name, query) => {
    expect(() => parse(query)).not.toThrow();
  });

  it.each([
    ['groups', nested(MAX_GROUP_DEPTH + 1), MAX_GROUP_DEPTH],
    ['clauses', atMost(MAX_CLAUSES + 1, 'a'), 2 * MAX_CLAUSES],
    ['wildcard terms', atMost(MAX_EXPANDING_TERMS + 1, 'a*'), 3 * MAX_EXPANDING_TERMS],
    ['fuzzy terms', atMost(MAX_EXPANDING_TERMS + 1, 'a~'), 3 * MAX_EXPANDING_TERMS],
    ['length', 'a'.repeat(MAX_QUERY_LENGTH + 1), MAX_QUERY_LENGTH],
    ['wildcards in a term', `x ${'*a'.repeat(17)}`, 2],
    ['a wildcard term', `x ${'a'.repeat(512)}*`, 2],
    ['wildcards in a field name', `x ${'*a'.repeat(17)}:b`, 2],
    ['a field name', `x ${'a'.repeat(513)}:b`, 2],
    ['slop', '"a b"~1001', 5],
  ])('refuses a query just above the limit: %s', (_name, query, position) => {
    const problem = problemOf(() => parse(query));
    expect([problem.code, problem.status]).toEqual(['query-too-broad', 400]);
    expect(problem.extras).toEqual({ where: 'q', position });
  });
});

describe('hostile text', () => {
  const PIECES = [
    '(',
    ')',
    '"',
    '\\',
    '*',
    '?',
    '/',
    '~',
    '^',
    '^1',
    '[',
    '{',
    '[a TO ',
    ']',
    'a:',
    ':',
    '-',
    '+',
    '!',
  ];
  const MORE = [
    '- ',
    'NOT ',
    'AND ',
    '&&',
    'a',
    'a*',
    'a~',
    '()',
    '"" ',
    '\\(',
    '>',
    'a:>',
    '_exists_:',
    '\ud800',
    '\u0000',
  ];

  it.each([...PIECES, ...MORE])('C9 I10 10^5 characters of %j are answered, at worst with 400', (piece) => {
    const text = piece.repeat(Math.ceil(100_000 / piece.length));
    for (const query of [text, `("${text}`]) expect(outcome(query)).not.toBe('crash');
  });

  it('C17 10, 10^3 and 10^5 nested groups are parsed or refused with 400', () => {
    for (const depth of [10, 1000, 100_000]) {
      expect(outcome(nested(depth))).toBe(depth <= MAX_GROUP_DEPTH ? 'parsed' : 'query-too-broad');
    }
  });

  it(
    'C9 any text parses or is a Problem 400 with a position inside the text',
    () => {
      const fragment = fc.oneof(
        {
          weight: 4,
          arbitrary: fc.constantFrom(...PIECES, ...MORE, ' OR ', ' AND ', 'x TO y]', '"a b"', 'name:', '@id:'),
        },
        { weight: 1, arbitrary: anyText(4) },
      );
      const query = fc.array(fragment, { maxLength: 24 }).map((parts) => parts.join(''));
      fc.assert(
        fc.property(query, fc.boolean(), (text, regex) => {
          try {
            parseQuery(text, { regex });
            return true;
          } catch (error) {
            if (!(error instanceof Problem)) throw error;
            const { position } = error.extras;
            return error.status === 400 && position !== undefined && position >= 0 && position <= text.length;
          }
        }),
        { numRuns: RUNS },
      );
    },
    FULL_TIMEOUT,
  );

  it('any text is found literally when every character of it is escaped', () => {
    fc.assert(
      fc.property(
        anyText(20).filter((some) => some !== ''),
        (text) => {
          const escaped = [...text].map((character) => (character === 'u' ? character : `\\${character}`)).join('');
          expect(parse(`f.keyword:${escaped}`)).toMatchObject({ kind: 'term', text });
          const quoted = text.replace(/["\\]/g, '\\$&');
          expect(parse(`f.keyword:"${quoted}"`)).toMatchObject({ kind: 'phrase', text });
        },
      ),
      { numRuns: 500 },
    );
  });
});

function nested(depth: number): string {
  return `${'('.repeat(depth)}a${')'.repeat(depth)}`;
}

function outcome(query: string): string {
  try {
    parse(query);
    return 'parsed';
  } catch (error) {
    return error instanceof Problem ? error.code : 'crash';
  }
}
