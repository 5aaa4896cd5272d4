import type { SearchPage } from '../service/search.ts';
import { ServiceError } from '../service/service-error.ts';
import { loadStemmer, type Stemmer } from './stemmer.ts';

/** What a person typed to find something. */
export type Typed = {
  readonly text: string;
  /** The words between blanks, lowercase. */
  readonly chunks: readonly (readonly string[])[];
  /** The text looks like a query of the language (docs/use/integrate.md, Query language). */
  readonly isQuery: boolean;
  /** The beginnings of words that may be found, lowercase, without single letters; empty if the text looks like a query. */
  readonly words: readonly string[];
};

/** What was typed, as queries. */
type TypedQueries = {
  /** In this order: the text, if it looks like a query; what has all of its words, or their beginnings. */
  readonly queries: readonly string[];
  /** Searched for when these find nothing: words with other vowels, such as accented ones, or one other letter; null: the text has no words. */
  readonly similar: string | null;
};

/** The operators, fields, phrases and patterns by which a text is known to be a query. */
const OPERATORS =
  /(?:^|[\s(])(?:AND|OR|NOT|&&|\|\|)[\s(]|(?:^|[\s(])[@_\p{L}\\][@\w.\\*-]*:\S|^[^"]*"[^"]+"[^"]*$|[\p{L}\p{N}](?:[*~]|\?[\p{L}\p{N}])/u;

/** Shorter words have no word forms to search for, and too many similar words. */
const MIN_SIMILAR_LENGTH = 4;

/** The letters that may be different at the end of another form of a word. */
const ENDING_LENGTH = 3;

/** Words of which beginnings and variants are searched for; the service limits these in a query. */
const MAX_EXPANDED = 10;

/** Letters that people type where a word has them with an accent: one of them is a typing error, `~1`, but several are not. */
const VOWELS = /[aeiou]/gu;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

export function readTyped(text: string): Typed {
  const chunks = text
    .split(/\s+/)
    .map(wordsIn)
    .filter((words) => words.length > 0);
  const isQuery = OPERATORS.test(text);
  const words = isQuery ? [] : [...new Set(chunks.flat().filter((word) => word.length > 1))];
  return { text, chunks, isQuery, words };
}

/**
 * Makes queries of what a person typed. What has the words in its name comes first, and what has the words themselves before what has
 * other forms of them.
 */
export function queriesOf({ text, chunks, isQuery }: Typed, stem: Stemmer = (word) => word): TypedQueries {
  const words = chunks.flat();
  if (words.length === 0) return { queries: [text], similar: null };
  const required = chunks.map(([word = '', ...others], index) => {
    if (others.length > 0) return `+"${[word, ...others].join(' ')}"`;
    return `+${index < MAX_EXPANDED ? withForms(word, stem(word)) : escaped(word)}`;
  });
  const named = words.slice(0, MAX_EXPANDED).map((word) => `${escaped(word)}*`);
  const byWords = `${required.join(' ')} name:(${named.join(' ')})^4`;
  return {
    queries: isQuery ? [text, byWords] : [byWords],
    similar: words.map((word, index) => (index < MAX_EXPANDED ? variants(word) : escaped(word))).join(' OR '),
  };
}

/** What was found for what a person typed. */
export type FoundByWords = {
  readonly page: SearchPage;
  /** The query that found it; null: nothing has all of the words, and the page has what is similar. */
  readonly query: string | null;
};

/**
 * Searches for what a person typed, and for similar words if nothing is found. What looks like a query and is none, such as a statement
 * with a colon, is searched for by its words.
 *
 * @param language of the words (BCP 47), whose word forms are found too
 * @throws ServiceError
 */
export async function searchTyped(
  search: (query: string) => Promise<SearchPage>,
  typed: Typed,
  language: string,
): Promise<FoundByWords> {
  const { queries, similar } = queriesOf(typed, await loadStemmer(language));
  for (const query of queries) {
    const page = await search(query).catch((error: unknown) => {
      if (error instanceof ServiceError && error.kind === 'invalid') return null;
      throw error;
    });
    if (page === null) continue;
    if (page.objects.length > 0) return { page, query };
    break;
  }
  return { page: similar === null ? { objects: [], next: null } : await search(similar), query: null };
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

/** The word and other forms of it, with their accents and without. */
function withForms(word: string, stem: string): string {
  if (word.length === 1) return escaped(word);
  const others = new Set([stem, withoutAccents(stem)]);
  others.delete(word);
  if (others.size === 0) return beginning(word);
  return `(${escaped(word)}^4 OR ${escaped(word)}*^2 ${[...others].map((other) => `OR ${escaped(other)}*`).join(' ')})`;
}

function withoutAccents(word: string): string {
  return word
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC');
}

function variants(word: string): string {
  const letters = [...word];
  if (letters.length < MIN_SIMILAR_LENGTH || !/^[\p{L}\p{M}]+$/u.test(word)) return beginning(word);
  const stem = letters.slice(0, Math.max(MIN_SIMILAR_LENGTH, letters.length - ENDING_LENGTH)).join('');
  const accented = (word.match(VOWELS)?.length ?? 0) > 1 ? ` OR ${word.replace(VOWELS, '?')}` : '';
  return `(${word} OR ${word}~1 OR ${stem}*${accented})`;
}
