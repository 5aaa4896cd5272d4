import type { SearchPage } from '../service/search.ts';
import { ServiceError } from '../service/service-error.ts';

/** What a person typed to find something, as queries (docs/use/integrate.md, Query language). */
export type TypedQuery = {
  /** What is searched for first. */
  readonly query: string;
  /** Searched for when nothing is found, or `query` cannot be parsed: words with few other letters, and other word forms. */
  readonly similar: string;
  /** The beginnings of words that may be found, lowercase, without single letters; empty if the text is a query. */
  readonly words: readonly string[];
};

/** The operators, fields, phrases and patterns by which a text is known to be a query. */
const OPERATORS =
  /(?:^|[\s(])(?:AND|OR|NOT|&&|\|\|)[\s(]|(?:^|[\s(])[@_\p{L}\\][@\w.\\*-]*:\S|^[^"]*"[^"]+"[^"]*$|[\p{L}\p{N}][*~?]/u;

/** Shorter words have no word forms to search for, and too many similar words. */
const MIN_SIMILAR_LENGTH = 4;

/** The letters that may be different at the end of another form of a word. */
const ENDING_LENGTH = 3;

/** Words of which beginnings and variants are searched for; the service limits these in a query. */
const MAX_EXPANDED = 10;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Makes queries of what a person typed: a query of the language as it is, or words that an object has all of, or their beginnings; those in its name count most. */
export function queryOf(text: string): TypedQuery {
  const chunks = text
    .split(/\s+/)
    .map(wordsIn)
    .filter((words) => words.length > 0);
  const found = chunks.map(([word = '', ...others], index) => {
    if (others.length > 0) return `"${[word, ...others].join(' ')}"`;
    return index < MAX_EXPANDED ? beginning(word) : escaped(word);
  });
  const similar = chunks.flat().map((word, index) => (index < MAX_EXPANDED ? variants(word) : escaped(word)));
  const named = `name:(${chunks
    .flat()
    .slice(0, MAX_EXPANDED)
    .map((word) => `${escaped(word)}*`)
    .join(' ')})^4`;
  const isQuery = OPERATORS.test(text);
  return {
    query: isQuery || found.length === 0 ? text : `${found.map((one) => `+${one}`).join(' ')} ${named}`,
    similar: similar.length === 0 ? '*' : similar.join(' OR '),
    words: isQuery ? [] : [...new Set(chunks.flat().filter((word) => word.length > 1))],
  };
}

/**
 * Searches for what a person typed, and for similar words if nothing is found. What looks like a query and is none, such as a statement
 * with a colon, is searched for by its words.
 *
 * @throws ServiceError
 */
export async function searchTyped(
  search: (query: string) => Promise<SearchPage>,
  { query, similar }: TypedQuery,
): Promise<{ readonly page: SearchPage; readonly isSimilar: boolean }> {
  const page = await search(query).catch((error: unknown) => {
    if (error instanceof ServiceError && error.kind === 'invalid') return null;
    throw error;
  });
  if (page !== null && page.objects.length > 0) return { page, isSimilar: false };
  return { page: await search(similar), isSimilar: true };
}

/** The words of a text, split as the index splits them (UAX #29). In lowercase, a word is not an operator such as `AND`. */
function wordsIn(text: string): readonly string[] {
  return [...segmenter.segment(text.toLowerCase())].flatMap(({ isWordLike, segment }) => (isWordLike ? segment : []));
}

function escaped(word: string): string {
  return word.replace(/[^\p{L}\p{M}\p{N}]/gu, '\\$&');
}

function beginning(word: string): string {
  return word.length === 1 ? escaped(word) : `(${escaped(word)} OR ${escaped(word)}*)`;
}

function variants(word: string): string {
  const letters = [...word];
  if (letters.length < MIN_SIMILAR_LENGTH || !/^[\p{L}\p{M}]+$/u.test(word)) return beginning(word);
  const stem = letters.slice(0, Math.max(MIN_SIMILAR_LENGTH, letters.length - ENDING_LENGTH)).join('');
  return `(${word} OR ${word}~1 OR ${stem}*)`;
}
