import { damping, inSteps, MAX_LEAVES, weightOf } from '../../../repository/search/relevance.ts';
import { tuples } from '../rows.ts';
import type { Clause } from './clause.ts';
import type { Scope } from './scope.ts';

/** A part of the query that adds to the score of matching documents. */
type Leaf = { readonly match: string; readonly weight: number; readonly required: boolean };

/** Collects the parts of a query that score (`shared/repository/search/relevance.ts`). */
export type Scoring = {
  /**
   * Adds a clause that scores.
   *
   * @param words determine the weight; none: a constant
   * @param required whether every result matches the clause
   */
  add(clause: Clause, words: readonly string[], boost: number, required: boolean): void;
  /** The parts that score; without any, all results are equal. */
  leaves(): readonly Leaf[];
};

/** With more candidates than this, restricting the parts to candidates saves no time. */
const MAX_NARROW_CANDIDATES = 2000;

export function createScoring(): Scoring {
  const leaves: Leaf[] = [];
  let offered = 0;
  return {
    add(clause, words, boost, required) {
      // Clauses that match nothing count, too: the choice must not change from page to page.
      if (offered++ >= MAX_LEAVES || clause.kind !== 'some' || clause.match === null) return;
      const weight = inSteps(boost * weightOf(words));
      if (weight > 0) leaves.push({ match: clause.match, weight, required });
    },
    leaves: () => leaves,
  };
}

/** A document with its number of words. */
export type Candidate = { readonly doc: number; readonly length: number };

export type Scored = { readonly doc: number; readonly score: number };

/**
 * Orders candidates by score, newest first among equals.
 *
 * @param candidates newest first
 * @param match FTS5 expression that all of them match
 */
export function rank(scope: Scope, leaves: readonly Leaf[], candidates: readonly Candidate[], match: string): Scored[] {
  const [newest, oldest] = [candidates[0], candidates.at(-1)];
  if (newest === undefined || oldest === undefined) return [];
  const sums = new Map<number, number>();
  let everywhere = 0;
  const narrow = candidates.length > MAX_NARROW_CANDIDATES ? scope.visible : match;
  const present = scope.library.prepare('SELECT rowid FROM terms WHERE terms MATCH ? AND rowid BETWEEN ? AND ?');
  for (const leaf of leaves) {
    if (leaf.required) {
      everywhere += leaf.weight;
      continue;
    }
    scope.check();
    for (const [doc = 0] of tuples(present, `(${narrow}) AND (${leaf.match})`, oldest.doc, newest.doc)) {
      sums.set(doc, (sums.get(doc) ?? 0) + leaf.weight);
    }
  }
  return candidates
    .map(({ doc, length }) => ({ doc, score: Math.fround((everywhere + (sums.get(doc) ?? 0)) * damping(length)) }))
    .sort(byScore);
}

/** Higher scores first, then newer documents. */
export function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || b.doc - a.doc;
}
