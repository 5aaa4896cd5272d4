import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../shared/repository/search/parser.ts';
import { queryOf } from './words-query.ts';

const LANGUAGE = { regex: false };

describe('what a person types to find something', () => {
  it('finds what has all words, or words that begin so, first in its name', () => {
    expect(queryOf('Repair  pum').query).toBe('+(repair OR repair*) +(pum OR pum*) name:(repair* pum*)^4');
  });

  it('finds codes by their words in sequence, in any member', () => {
    expect(queryOf('P.1.3 pump').query).toMatch(/^\+"p 1\.3" \+\(pump OR pump\*\) /);
  });

  it('may be a query of the language', () => {
    for (const query of ['name:wheel', 'a AND b', '"inner tube"', 'punct*', '(x OR y)', '@type:Competency']) {
      expect(queryOf(query)).toMatchObject({ query, words: [] });
    }
  });

  it('finds pasted text with brackets, quotation marks and colons by its words', () => {
    expect(queryOf('Use a scale (e.g. 1:10), "about').query).toContain(
      '+(use OR use*) +a +(scale OR scale*) +(e\\.g OR e\\.g*) +"1 10" +(about OR about*) name:',
    );
  });

  it('has similar words and word forms for when nothing is found', () => {
    expect(queryOf('calibrating weldng F16').similar).toBe(
      '(calibrating OR calibrating~1 OR calibrat*) OR (weldng OR weldng~1 OR weld*) OR (f16 OR f16*)',
    );
  });

  it('is a query that can be parsed, whatever it is', () => {
    for (const text of [
      '',
      ' ',
      '(((',
      'a:b:c',
      'NOT',
      'AND AND',
      '~~~',
      'ü…ß',
      '日本語の文章',
      'a\\',
      'x/y',
      '👍 ok',
      'word '.repeat(300),
      'a-b '.repeat(100),
    ]) {
      const { query, similar, words } = queryOf(text);
      expect(() => parseQuery(similar, LANGUAGE), text).not.toThrow();
      if (words.length > 0) expect(() => parseQuery(query, LANGUAGE), text).not.toThrow();
    }
  });
});
