import { damping, inSteps, MAX_LEAVES, weightOf } from '../../../repository/search/relevance.ts';
import { lists } from '../rows.ts';
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

/** The documents to rank, newest first, with the number of words of each. */
export type Candidates = { readonly docs: readonly number[]; readonly lengths: readonly number[] };

export type Scored = { readonly doc: number; readonly score: number };

/**
 * The best candidates, best first: by score, newest first among equals.
 *
 * @param match FTS5 expression that all of them match
 * @param after only those after this one
 * @param count at most so many
 */
export function best(
  scope: Scope,
  leaves: readonly Leaf[],
  { docs, lengths }: Candidates,
  match: string,
  after: Scored | null,
  count: number,
): readonly Scored[] {
  if (docs.length === 0) return [];
  const everywhere = leaves.reduce((sum, { required, weight }) => (required ? sum + weight : sum), 0);
  const others = leaves.filter(({ required }) => !required);
  const sums = others.length === 0 ? null : sumWeights(scope, others, docs, match);
  const top = createTop(count);
  for (const [index, doc] of docs.entries()) {
    const score = Math.fround((everywhere + (sums?.get(doc) ?? 0)) * damping(lengths[index] ?? 0));
    if (after === null || follows(doc, score, after)) top.add(doc, score);
  }
  return top.sorted();
}

/** The sum of the weights of these parts for each candidate that matches one. */
function sumWeights(
  scope: Scope,
  leaves: readonly Leaf[],
  docs: readonly number[],
  match: string,
): Map<number, number> {
  const sums = new Map<number, number>();
  const narrow = docs.length > MAX_NARROW_CANDIDATES ? scope.visible : match;
  const present = scope.library.prepare(
    'SELECT json_group_array(rowid) FROM terms WHERE terms MATCH ? AND rowid BETWEEN ? AND ?',
  );
  for (const leaf of leaves) {
    scope.check();
    const [matching = []] = lists(present, `(${narrow}) AND (${leaf.match})`, docs.at(-1) ?? 0, docs[0] ?? 0);
    for (const doc of matching) sums.set(doc, (sums.get(doc) ?? 0) + leaf.weight);
  }
  return sums;
}

/** Collects the best documents of many without sorting them all. */
function createTop(count: number) {
  let kept: Scored[] = [];
  /** Of `count` others that are not worse. */
  let worst: Scored | null = null;

  function sorted(): readonly Scored[] {
    kept = kept.sort(byScore).slice(0, count);
    return kept;
  }

  return {
    sorted,
    add(doc: number, score: number): void {
      if (worst !== null && follows(doc, score, worst)) return;
      kept.push({ doc, score });
      if (kept.length === 2 * count) worst = sorted().at(-1) ?? null;
    },
  };
}

/** Higher scores first, then newer documents. */
function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || b.doc - a.doc;
}

/** Whether a document comes after another one. */
function follows(doc: number, score: number, other: Scored): boolean {
  return score === other.score ? doc < other.doc : score < other.score;
}
