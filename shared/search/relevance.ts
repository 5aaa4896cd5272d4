import type { FieldName } from './syntax-tree.ts';

/*
 * Relevance looks at nothing but the document itself and the query: statistics of the whole collection, such as the
 * rarity of a word, would let hidden objects change the order in which others are shown. The score of a document is the
 * sum of the weights of the parts that it matches, times its damping; the newest comes first among equals.
 */

/** Parts of a query beyond this do not score: each costs a pass over the results. */
export const MAX_LEAVES = 16;

/** A word of this many characters is as telling as a longer one. */
const LONGEST = 16;

/** What a part of a query says of a document that matches it: the more and the longer its words, the more. */
export function weightOf(words: readonly string[]): number {
  if (words.length === 0) return 1;
  return words.reduce((sum, word) => sum + Math.log2(1 + Math.min(word.length, LONGEST)), 0);
}

/** Steps of a weight per one. */
const STEPS = 64;

/** Rounds a weight so that sums are exact in every engine, also with 32-bit floats. */
export function inSteps(weight: number): number {
  return Math.round(weight * STEPS) / STEPS;
}

/** A word says more about a short document than about a long one, gently: 10 words 0.74, 1,000 words 0.5. 32 bits wide. */
export function damping(length: number): number {
  return Math.fround(1 / (1 + 0.1 * Math.log2(1 + length)));
}

/** Ids, types, owners and the like say which objects are meant, not how well they answer. */
export function isTechnical(field: FieldName | null): boolean {
  const [first] = field?.pattern ?? [];
  return typeof first === 'string' && first.startsWith('@');
}
