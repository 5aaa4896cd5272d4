import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../shared/repository/search/parser.ts';
import { ServiceError } from '../service/service-error.ts';
import { loadStemmer, type Stemmer } from './stemmer.ts';
import { queriesOf, readTyped, searchTyped } from './words-query.ts';

const LANGUAGE = { regex: false };

const queryOf = (text: string, stem?: Stemmer) => ({ ...readTyped(text), ...queriesOf(readTyped(text), stem) });
const byWords = (text: string) => queryOf(text).queries.at(-1);

describe('what a person types to find something', () => {
  it('finds what has all words, or words that begin so, first in its name', () => {
    expect(queryOf('Repair  pum').queries).toEqual(['+(repair OR repair*) +(pum OR pum*) name:(repair* pum*)^4']);
  });

  it('finds codes by their words in sequence, in any member', () => {
    expect(byWords('P.1.3 pump')).toMatch(/^\+"p 1\.3" \+\(pump OR pump\*\) /);
  });

  it('may be a query of the language', () => {
    for (const query of ['name:wheel', 'a AND b', '"inner tube"', 'punct*', '(x OR y)', '@type:Competency', 'whe?l']) {
      expect(queryOf(query)).toMatchObject({ queries: [query, byWords(query)], words: [] });
    }
  });

  it('finds pasted text with brackets, quotation marks, colons and question marks by its words', () => {
    expect(byWords('Use a scale (e.g. 1:10), "about')).toContain(
      '+(use OR use*) +a +(scale OR scale*) +(e\\.g OR e\\.g*) +"1 10" +(about OR about*) name:',
    );
    expect(queryOf('Can you weld?').queries).toHaveLength(1);
  });

  it('finds other forms of a word behind the word itself', async () => {
    const [english, french, other] = await Promise.all(['en-GB', 'fr', 'ja'].map(loadStemmer));
    expect(queryOf('calibrating', english).queries[0]).toMatch(
      /^\+\(calibrating\^4 OR calibrating\*\^2 OR calibr\*\) /,
    );
    const matched = (word: string) => english?.(word);
    expect(['studies', 'pumps', 'welding', 'do'].map(matched)).toEqual(['stud', 'pump', 'weld', 'do']);
    expect(queryOf('compétences', french).queries[0]).toContain(' OR compéten* OR competen*) ');
    expect(queryOf('calibrating', other)).toEqual(queryOf('calibrating'));
  });

  it('has similar words for when nothing is found: other endings, one other letter, accents', () => {
    expect(queryOf('weldng F16').similar).toBe('(weldng OR weldng~1 OR weld*) OR (f16 OR f16*)');
    expect(queryOf('resume').similar).toBe('(resume OR resume~1 OR resu* OR r?s?m?)');
  });

  it('can be parsed, whatever it is', () => {
    const texts = ['(((', 'a:b:c', 'NOT', 'AND AND', '~~~', 'ü…ß', '日本語の文章', 'a\\', 'x/y', '👍 ok'];
    for (const text of [...texts, '', ' ', 'word '.repeat(300), 'a-b '.repeat(100)]) {
      const { similar, words } = queryOf(text);
      if (similar !== null) expect(() => parseQuery(similar, LANGUAGE), text).not.toThrow();
      if (words.length > 0) expect(() => parseQuery(byWords(text) ?? '', LANGUAGE), text).not.toThrow();
    }
  });

  it('is searched for by its words when it only looks like a query, and by similar ones when nothing has them', async () => {
    const asked: string[] = [];
    const page = (count: number) => ({ objects: Array.from({ length: count }, () => ({})), next: null });
    const search = async (query: string) => {
      asked.push(query);
      if (asked.length === 1) throw new ServiceError(400, {});
      return page(asked.length === 2 ? 0 : 1);
    };
    const text = 'scale a:b (c';
    const typed = queryOf(text);
    expect(await searchTyped(search, typed, 'ja')).toEqual({ page: page(1), query: null });
    expect(asked).toEqual([...typed.queries, typed.similar]);
  });

  it('finds nothing without a word', async () => {
    const nothing = async () => ({ objects: [], next: null });
    expect(await searchTyped(nothing, readTyped('!?'), 'en')).toEqual({
      page: { objects: [], next: null },
      query: null,
    });
  });
});
