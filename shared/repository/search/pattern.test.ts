import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern, literalText, matchesEverything, starPattern } from './pattern.ts';
import type { Pattern } from './syntax-tree.ts';

/** `*` and `?` are wildcards. */
function glob(text: string): Pattern {
  return [...text].map((character) => (character === '*' || character === '?' ? { wildcard: character } : character));
}

describe('a compiled pattern', () => {
  it.each([
    ['', '', true],
    ['', 'a', false],
    ['a', 'a', true],
    ['a', 'A', false],
    ['a', 'ab', false],
    ['*', '', true],
    ['*', 'anything', true],
    ['a*', 'abc', true],
    ['*c', 'abc', true],
    ['*b', 'abc', false],
    ['a*c', 'ac', true],
    ['ab*ba', 'aba', false],
    ['*owner', '@owner', true],
    ['*owner', 'owner', true],
    ['*competency', 'schema.cassproject.org.0.4.competency', true],
    ['*a*b*c*', 'xxaxxbxxcxx', true],
    ['*a*b*c*', 'xxaxxcxxbxx', false],
    ['*aab*', 'aaab', true],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['?', '😀', true],
    ['??', '😀', false],
    ['*?', '', false],
    ['*?', 'ab', true],
    ['*a?', 'xa😀', true],
    ['?*?', 'a', false],
    ['a**b', 'ab', true],
    ['a.c', 'abc', false],
    ['[a]', 'a', false],
  ])('%j matches %j: %s', (pattern, text, expected) => {
    expect(compilePattern(glob(pattern))(text)).toBe(expected);
  });

  it('agrees with a matcher that tries everything', () => {
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?', '😀'), maxLength: 8 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '😀'), maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (one, other) => compilePattern(glob(one))(other) === naive([...one], [...other])),
      { numRuns: 3000 },
    );
  });

  it('I10 does not backtrack', () => {
    const text = 'a'.repeat(100_000);
    expect(compilePattern(glob(`${'*a'.repeat(200)}*b`))(text)).toBe(false);
    expect(compilePattern(glob(`${'*a?'.repeat(16)}b`))(text)).toBe(false);
    expect(compilePattern([{ wildcard: '*' }, `${'a'.repeat(500)}b`, { wildcard: '*' }])(text)).toBe(false);
  });
});

function naive(pattern: readonly string[], text: readonly string[]): boolean {
  const [head, ...rest] = pattern;
  if (head === undefined) return text.length === 0;
  if (head === '*') return naive(rest, text) || (text.length > 0 && naive(pattern, text.slice(1)));
  return text.length > 0 && (head === '?' || head === text[0]) && naive(rest, text.slice(1));
}

describe('reading a pattern', () => {
  it('treats every * as a wildcard', () => {
    expect(starPattern('*a**b?')).toEqual([{ wildcard: '*' }, 'a', { wildcard: '*' }, 'b?']);
    expect(starPattern('')).toEqual([]);
  });

  it('recognizes literal texts and patterns that match everything', () => {
    expect(literalText(['a', 'b'])).toBe('ab');
    expect(literalText(['a', { wildcard: '?' }])).toBeNull();
    expect([matchesEverything([{ wildcard: '*' }]), matchesEverything([]), matchesEverything(['*'])]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
