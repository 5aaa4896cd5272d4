import { isNumeric, VERSION_PATH, valuesAsked } from '../../../repository/search/document.ts';
import type { Bound, Pattern } from '../../../repository/search/syntax-tree.ts';
import { tokenize } from '../../../repository/search/tokenizer.ts';
import { number } from '../rows.ts';
import { type Check, type Clause, checking, NONE } from './clause.ts';
import { phraseClause, presenceClause } from './compile-words.ts';
import type { Scope } from './scope.ts';

/** Up to this number, a version range is compiled to a list of documents. */
const MAX_LISTED_DOCUMENTS = 64;

/** Documents with exactly this value at one of the paths. */
export function valueClause(scope: Scope, text: string, paths: readonly number[]): Clause {
  if (paths.length === 0) return NONE;
  const values = valuesAsked(text);
  const tokens = tokenize(text);
  const byWords = values.length === 1 && tokens.length > 0;
  const within = byWords ? phraseClause(scope, tokens, paths) : presenceClause(scope, paths);
  return checking(someScalar(paths, { sql: `s.value IN (${values.map(() => '?').join(', ')})`, values }), within);
}

/** Documents with a value at one of the paths that matches the pattern, case-sensitively. */
export function valuePatternClause(scope: Scope, pattern: Pattern, paths: readonly number[]): Clause {
  if (paths.length === 0) return NONE;
  const check = { sql: 'fits(?, s.value)', values: [JSON.stringify(pattern)] };
  return checking(someScalar(paths, check), presenceClause(scope, paths));
}

/**
 * Documents with a value between two bounds at one of the paths. Numbers are compared with numeric bounds, texts with the text of
 * the bounds: by code points, `exact` or with ASCII letters folded.
 */
export function rangeClause(
  scope: Scope,
  low: Bound | null,
  high: Bound | null,
  paths: readonly number[],
  exact: boolean,
): Clause {
  if (paths.length === 0) return NONE;
  const present = presenceClause(scope, paths);
  if (low === null && high === null) return present;
  const few = versionsBetween(scope, low, high, paths);
  if (few !== null) return few;
  const conditions = [textRange(low, high, exact)];
  if (canBeNumeric(low) && canBeNumeric(high)) conditions.push(numberRange(low, high));
  const check = {
    sql: `(${conditions.map(({ sql }) => sql).join(' OR ')})`,
    values: conditions.flatMap(({ values }) => values),
  };
  return checking(someScalar(paths, check), present);
}

function canBeNumeric(bound: Bound | null): boolean {
  return bound === null || isNumeric(bound.value);
}

function textRange(low: Bound | null, high: Bound | null, exact: boolean): Check {
  const column = exact ? 's.value' : 'lower(s.value)';
  return range(`typeof(s.value) = 'text'`, column, low, high, (bound) => (exact ? bound : foldAscii(bound)));
}

function numberRange(low: Bound | null, high: Bound | null): Check {
  return range(`typeof(s.value) <> 'text'`, 's.value', low, high, Number);
}

function range(
  kind: string,
  column: string,
  low: Bound | null,
  high: Bound | null,
  convert: (bound: string) => string | number,
): Check {
  const values: (string | number)[] = [];
  const sql = [kind];
  if (low !== null) {
    sql.push(`${column} >${low.inclusive ? '=' : ''} ?`);
    values.push(convert(low.value));
  }
  if (high !== null) {
    sql.push(`${column} <${high.inclusive ? '=' : ''} ?`);
    values.push(convert(high.value));
  }
  return { sql: `(${sql.join(' AND ')})`, values };
}

/** As `lower` of SQLite. */
function foldAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function someScalar(paths: readonly number[], check: Check): Check {
  return {
    sql: `EXISTS (SELECT 1 FROM scalars s WHERE s.doc = f.rowid AND s.path IN (${paths.join(', ')}) AND ${check.sql})`,
    values: check.values,
  };
}

/** A version range with few objects, as in queries for the newest changes; null for any other range. */
function versionsBetween(scope: Scope, low: Bound | null, high: Bound | null, paths: readonly number[]): Clause | null {
  const [path] = paths;
  if (paths.length !== 1 || path !== scope.library.paths.number(VERSION_PATH)) return null;
  if (!canBeNumeric(low) || !canBeNumeric(high)) return null;
  const { sql, values } = range('1', 'version', low, high, Number);
  const rows = scope.library
    .prepare(`SELECT doc FROM entries WHERE ${sql} LIMIT ${MAX_LISTED_DOCUMENTS + 1}`)
    .all(...values);
  if (rows.length > MAX_LISTED_DOCUMENTS) return null;
  if (rows.length === 0) return NONE;
  return checking({ sql: `f.rowid IN (${rows.map((row) => number(row, 'doc')).join(', ')})`, values: [] });
}
