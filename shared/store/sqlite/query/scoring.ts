import { damping, inSteps, MAX_LEAVES, weightOf } from '../../../search/relevance.ts';
import { tuples } from '../rows.ts';
import type { Clause } from './clause.ts';
import type { Scope } from './scope.ts';

/** A part of the query that speaks for the documents that match it. */
type Leaf = { readonly match: string; readonly weight: number; readonly required: boolean };

/** Gathers what relevance is made of (`shared/search/relevance.ts`). */
export type Scoring = {
  /**
   * Says that a clause speaks for a document.
   *
   * @param words the more and the longer, the more it says; none: a constant
   * @param required every result matches it
   */
  add(clause: Clause, words: readonly string[], boost: number, required: boolean): void;
  /** The parts of the query that score: none of them means that all results are equal. */
  leaves(): readonly Leaf[];
};

/** With more candidates than this, most documents that match a part are candidates. */
const MAX_NARROW_CANDIDATES = 2000;

export function createScoring(): Scoring {
  const leaves: Leaf[] = [];
  let offered = 0;
  return {
    add(clause, words, boost, required) {
      // The first ones count, matching or not: which they are must not change while somebody pages through the results.
      if (offered++ >= MAX_LEAVES || clause.kind !== 'some' || clause.match === null) return;
      leaves.push({ match: clause.match, weight: inSteps(boost * weightOf(words)), required });
    },
    leaves: () => leaves,
  };
}

/** A document and the number of its words. */
export type Candidate = { readonly doc: number; readonly length: number };

export type Scored = { readonly doc: number; readonly score: number };

/**
 * Orders candidates by score, the newest first among equals.
 *
 * @param candidates newest first
 * @param match FTS5 expression that all of them fulfil; where they are many it narrows nothing worth its time
 */
export function rank(scope: Scope, leaves: readonly Leaf[], candidates: readonly Candidate[], match: string): Scored[] {
  const [newest, oldest] = [candidates[0], candidates.at(-1)];
  if (newest === undefined || oldest === undefined) return [];
  const sums = new Map<number, number>();
  let everywhere = 0;
  const narrow = candidates.length > MAX_NARROW_CANDIDATES ? scope.visible : match;
  const present = scope.library.db.prepare('SELECT rowid FROM terms WHERE terms MATCH ? AND rowid BETWEEN ? AND ?');
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
