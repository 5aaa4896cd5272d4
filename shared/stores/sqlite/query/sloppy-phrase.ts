import { decodeSpans } from '../index/index-entry.ts';
import { number, text } from '../rows.ts';
import { type Clause, checking, matching, NONE } from './clause.ts';
import { type Places, phraseClause, termsAt } from './compile-words.ts';
import type { Scope } from './scope.ts';

/**
 * Documents with these tokens near each other: at most `slop` moves, as Lucene counts them (a swap of neighbours is two), turn the
 * phrase into the text. FTS5 finds candidates with the tokens in any order; their positions decide.
 */
export function sloppyClause(scope: Scope, tokens: readonly string[], slop: number, places: Places): Clause {
  if (tokens.length < 2) return phraseClause(scope, tokens, places);
  return scope.algebra.or(termsAt(places).map((term) => sloppyAt(scope, tokens.map(term), slop)));
}

function sloppyAt(scope: Scope, terms: readonly string[], slop: number): Clause {
  const near = `NEAR(${terms.map((term) => `"${term}"`).join(' ')}, ${slop + terms.length - 2})`;
  const docs = scope.library
    .prepare('SELECT rowid AS doc FROM terms WHERE terms MATCH ?')
    .all(`(${scope.visible}) AND (${near})`)
    .map((row) => number(row, 'doc'));
  if (docs.length === 0) return NONE;
  const positions = positionsIn(scope, new Set(docs), new Set(terms));
  const matches = docs.filter((doc) => {
    const known = positions.get(doc) ?? new Map<string, number[]>();
    return valuesOf(scope, doc, known).some((value) => isNear(terms, value, slop));
  });
  if (matches.length === 0) return NONE;
  const check = { sql: '+f.rowid IN (SELECT value FROM json_each(?))', values: [JSON.stringify(matches)] };
  return checking(check, matching(near));
}

type Positions = ReadonlyMap<string, readonly number[]>;

function positionsIn(scope: Scope, docs: ReadonlySet<number>, terms: ReadonlySet<string>): Map<number, Positions> {
  const positions = new Map<number, Map<string, number[]>>();
  const rows = scope.library.prepare('SELECT doc, offset FROM positions WHERE term = ?');
  for (const term of terms) {
    for (const row of rows.iterate(term)) {
      scope.check();
      const doc = number(row, 'doc');
      if (!docs.has(doc)) continue;
      const ofDoc = positions.get(doc) ?? new Map<string, number[]>();
      positions.set(doc, ofDoc.set(term, [...(ofDoc.get(term) ?? []), number(row, 'offset')]));
    }
  }
  return positions;
}

/** Splits the positions in a document by value: a phrase does not cross values. */
function valuesOf(scope: Scope, doc: number, positions: Positions): readonly Positions[] {
  const row = scope.library.prepare('SELECT spans FROM entries WHERE doc = ?').get(doc);
  const starts = row === undefined ? [] : decodeSpans(text(row, 'spans'));
  const values = new Map<number, Map<string, number[]>>();
  for (const [term, offsets] of positions) {
    for (const offset of offsets) {
      const value = lastAtMost(starts, offset);
      const ofValue = values.get(value) ?? new Map<string, number[]>();
      values.set(value, ofValue.set(term, [...(ofValue.get(term) ?? []), offset]));
    }
  }
  return [...values.values()];
}

function lastAtMost(sorted: readonly number[], wanted: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * True when every term has a position of its own such that, taken relative to the terms' places in the phrase, all
 * positions lie within `slop` of one another.
 */
export function isNear(terms: readonly string[], positions: Positions, slop: number): boolean {
  const starts = new Set(
    terms.flatMap((term, index) => (positions.get(term) ?? []).map((position) => position - index)),
  );
  return [...starts].some((start) => fitsWindow(terms, positions, start, start + slop));
}

/** Gives each term, in order, the first free position in its window: right, since windows of equal terms only move up. */
function fitsWindow(terms: readonly string[], positions: Positions, low: number, high: number): boolean {
  const used = new Set<number>();
  return terms.every((term, index) => {
    const position = positions.get(term)?.find((at) => at >= low + index && at <= high + index && !used.has(at));
    if (position === undefined) return false;
    used.add(position);
    return true;
  });
}
