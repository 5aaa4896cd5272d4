import { tokenize } from '../../../shared/repository/search/tokenizer.ts';

/** Words that do not distinguish names. */
const SKIPPED: ReadonlySet<string> = new Set(['a', 'an', 'the', 'and', 'of']);

/** Minimum length of a word whose ending is ignored; shorter words are compared as a whole. */
const MIN_STEM = 4;
const MAX_ENDING = 3;

/** Names that are compared with others. */
export type SimilarNames = {
  /** The index of the first similar name; -1 when there is none. */
  readonly indexOf: (name: string) => number;
  readonly add: (name: string) => void;
};

/**
 * A list of names. Two names are similar if they have the same words: in any order, with other endings, articles and punctuation.
 * Names that differ in a word, or in a number, are not.
 */
export function createNames(names: readonly string[] = []): SimilarNames {
  const known = names.map(wordsOf);
  return {
    indexOf(name) {
      const words = wordsOf(name);
      return words.length === 0 ? -1 : known.findIndex((others) => areSame(words, others));
    },
    add(name) {
      known.push(wordsOf(name));
    },
  };
}

function areSame(words: readonly string[], others: readonly string[]): boolean {
  if (words.length !== others.length) return false;
  const left = [...others];
  return words.every((word) => {
    const at = left.findIndex((candidate) => isSameWord(word, candidate));
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
}

function wordsOf(name: string): readonly string[] {
  const words = tokenize(name);
  const kept = words.filter((word) => !SKIPPED.has(word));
  return kept.length > 0 ? kept : words;
}

/** Whether two words are equal except for their endings: `weld` and `welding`, `analyse` and `analysing`. */
function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < MIN_STEM || long.length - short.length > MAX_ENDING || /\d/.test(long)) return false;
  return long.startsWith(short) || (short.length > MIN_STEM && long.startsWith(short.slice(0, -1)));
}
