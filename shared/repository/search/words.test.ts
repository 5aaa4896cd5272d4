import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from './testing/any-text.ts';
import { tokenize } from './tokenizer.ts';
import { hasWords, MAX_TOKEN } from './words.ts';

describe('splitting text into words', () => {
  it.each<[string, string[]]>([
    ['', []],
    [' \t\n', []],
    ['The Quick-Brown FOX', ['the', 'quick', 'brown', 'fox']],
    ["don't 'quoted' O’Neill", ["don't", 'quoted', 'o’neill']],
    ['schema.org.Thing end.', ['schema.org.thing', 'end']],
    ['3.14 1,000,000 1.2.3', ['3.14', '1,000,000', '1.2.3']],
    ['v1.2 a.1 1.a a,b 1,a', ['v1.2', 'a', '1', '1', 'a', 'a', 'b', '1', 'a']],
    ['a..b a.', ['a', 'b', 'a']],
    ['snake_case __init__ ___ a_.b', ['snake_case', '__init__', 'a_', 'b']],
    ['ceasn:codedNotation a;b', ['ceasn', 'codednotation', 'a', 'b']],
    ['C++ C# R&D @type #tag', ['c', 'c', 'r', 'd', 'type', 'tag']],
    ['http://h/api/data/x?a=b%20c', ['http', 'h', 'api', 'data', 'x', 'a', 'b', '20c']],
    ['a\u00a0b\u2003c\u200bd', ['a', 'b', 'c', 'd']],
  ])('%j gives the words %j', (text, tokens) => {
    expect(tokenize(text)).toEqual(tokens);
  });
});

describe('splitting words of all scripts', () => {
  it.each<[string, string[]]>([
    ['Éducation GRÖSSE straße', ['éducation', 'grösse', 'straße']],
    ['e\u0301cole', ['école']],
    ['ΟΔΟΣ οδός', ['οδοσ', 'οδόσ']],
    ['Привет, МИР', ['привет', 'мир']],
    ['l·l col·legi', ['l·l', 'col·legi']],
    ['日本語テキスト', ['日', '本', '語', 'テキスト']],
    ['ひらがな', ['ひ', 'ら', 'が', 'な']],
    ['コンピューター カタ', ['コンピューター', 'カタ']],
    ['한국어 교육', ['한국어', '교육']],
    ['𠮷野', ['𠮷', '野']],
    ['हिन्दी भाषा', ['हिन्दी', 'भाषा']],
    ['العَرَبِيَّة', ['العَرَبِيَّة']],
    ['שלום', ['שלום']],
    ['١٢٣ ١٫٥', ['١٢٣', '١٫٥']],
    ['abc日本123', ['abc', '日', '本', '123']],
    ['H₂O x²', ['h₂o', 'x²']],
    ['co\u00adopera\u00adtion', ['cooperation']],
    ['𝒜𝒷 𐐀', ['𝒜𝒷', '𐐨']],
  ])('%j gives the words %j', (text, tokens) => {
    expect(tokenize(text)).toEqual(tokens);
  });

  it('finds a capital letter that lowercases to two characters by either spelling', () => {
    expect(tokenize('İstanbul')).toEqual(tokenize('i\u0307stanbul'));
  });
});

describe('splitting emoji', () => {
  it.each<[string, string[]]>([
    ['😀😀', ['😀', '😀']],
    ['great👍job', ['great', '👍', 'job']],
    ['👍🏽', ['👍🏽']],
    ['👩‍👩‍👧', ['👩‍👩‍👧']],
    ['🇩🇪🇫🇷', ['🇩🇪', '🇫🇷']],
    ['❤️ ❤', ['❤', '❤']],
    ['🇩', ['🇩']],
  ])('%s gives the words %j', (text, tokens) => {
    expect(tokenize(text)).toEqual(tokens);
  });
});

describe('splitting odd text', () => {
  it.each<[string, string[]]>([
    ['a\ud800b\udc00c', ['a', 'b', 'c']],
    ['\ud800', []],
    ['\u0301a', ['a']],
    ['a\u0000b', ['a', 'b']],
    ['\ufeffa', ['a']],
  ])('%j gives the words %j', (text, tokens) => {
    expect(tokenize(text)).toEqual(tokens);
  });

  it('splits words that are too long, and never inside a character', () => {
    expect(tokenize('a'.repeat(600)).map((token) => token.length)).toEqual([255, 255, 90]);
    const astral = tokenize(`a${'𝒷'.repeat(200)}`);
    expect(astral.join('')).toBe(`a${'𝒷'.repeat(200)}`);
    expect(astral.every((token) => token.length <= MAX_TOKEN && token.isWellFormed())).toBe(true);
  });

  it('I10 copes with 10^5 characters without a single space', () => {
    for (const piece of ['a', 'é', 'a\u0301', '1.', "a'", '\u0301', '😀\u200d', '🇩', 'カ', '_', '\ud800']) {
      const text = piece.repeat(100_000 / piece.length);
      expect(tokenize(text).every((token) => token.length <= MAX_TOKEN)).toBe(true);
    }
  });
});

describe('for any text', () => {
  const text = fc.oneof(
    anyText(12),
    fc
      .array(
        fc.constantFrom(
          'a',
          'B',
          '1',
          '_',
          '.',
          ',',
          "'",
          '·',
          '\u0301',
          'é',
          'İ',
          'Σ',
          '日',
          'カ',
          'ー',
          '한',
          '😀',
          '🏽',
          '\u200d',
          '🇩',
          '\ud800',
          '\udc00',
          '\ufe0f',
          ' ',
        ),
      )
      .map((parts) => parts.join('')),
  );

  it('the same text gives the same tokens, whatever came before', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const first = tokenize(one);
        tokenize(other);
        expect(tokenize(one)).toEqual(first);
      }),
    );
  });

  it('texts with white space or a slash between them give the tokens of the one and then those of the other', () => {
    fc.assert(
      fc.property(text, text, fc.constantFrom(' ', '\n', ' / ', '\u3000'), (one, other, between) => {
        expect(tokenize(one + between + other)).toEqual([...tokenize(one), ...tokenize(other)]);
      }),
      { numRuns: 500 },
    );
  });

  it('canonically equivalent texts, and texts in other case, give the same tokens', () => {
    fc.assert(
      fc.property(text, (one) => {
        expect(tokenize(one.normalize('NFD'))).toEqual(tokenize(one));
        expect(tokenize(one.toLowerCase())).toEqual(tokenize(one));
      }),
      { numRuns: 500 },
    );
  });

  it('tokens are normalized, not empty, and in the order of the text', () => {
    fc.assert(
      fc.property(text, (one) => {
        for (const token of tokenize(one)) {
          expect(token.length).toBeGreaterThan(0);
          expect(tokenize(token).join('')).toBe(token);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('two surrogates that a soft hyphen separates are a word, as they are a token', () => {
    const halves = '\ud801\u00ad\udc00';
    expect([hasWords(halves), tokenize(halves).length]).toEqual([true, 1]);
  });

  it('there are words exactly when there are tokens', () => {
    fc.assert(
      fc.property(text, (one) => {
        expect(hasWords(one)).toBe(tokenize(one).length > 0);
      }),
      { numRuns: 500 },
    );
  });
});
