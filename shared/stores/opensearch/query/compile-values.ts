import { isNumeric, valuesAsked } from '../../../repository/search/document.ts';
import type { Bound, Pattern } from '../../../repository/search/syntax-tree.ts';
import { exactValue, foldedText, sortableNumber } from '../publish/terms.ts';
import { type Clause, matching, NONE, or, wildcardText } from './clause.ts';
import { presentAt, valuesAt } from './compile-words.ts';

/** Objects with exactly this value at one of these paths. */
export function valueClause(text: string, paths: readonly string[]): Clause {
  const values = valuesAsked(text).map(exactValue);
  const terms = paths.flatMap((path) => values.map((value) => valuesAt(path) + value));
  return terms.length === 0 ? NONE : { kind: 'terms', field: 'scalars', terms };
}

/** Objects with a text at one of these paths that matches the pattern exactly, including the case of letters. */
export function valuePatternClause(pattern: Pattern, paths: readonly string[]): Clause {
  return or(
    paths.map((path) =>
      matching({ wildcard: { scalars: { value: wildcardText([`${valuesAt(path)}t`, ...pattern]) } } }),
    ),
  );
}

/**
 * Objects with a value between two bounds at one of these paths. Numbers are compared with numeric bounds, texts with the text
 * of the bounds: by code points, either `exact` or with ASCII letters folded.
 */
export function rangeClause(low: Bound | null, high: Bound | null, paths: readonly string[], exact: boolean): Clause {
  if (low === null && high === null) return presentAt(paths);
  const numeric = [low, high].every((bound) => bound === null || isNumeric(bound.value));
  return or(
    paths.flatMap((path) => {
      const texts = exact ? exactValue : foldedText;
      const ranges = [rangeOf(valuesAt(path), low, high, texts, exact ? 't' : 'l')];
      if (numeric) ranges.push(rangeOf(valuesAt(path), low, high, (bound) => `n${sortableNumber(Number(bound))}`, 'n'));
      return ranges;
    }),
  );
}

/** @param kind the first letter of the terms of this kind of value, which bounds open ranges */
function rangeOf(
  before: string,
  low: Bound | null,
  high: Bound | null,
  convert: (bound: string) => string,
  kind: string,
): Clause {
  const next = String.fromCharCode(kind.charCodeAt(0) + 1);
  const from = low === null ? { gte: before + kind } : { [low.inclusive ? 'gte' : 'gt']: before + convert(low.value) };
  const to = high === null ? { lt: before + next } : { [high.inclusive ? 'lte' : 'lt']: before + convert(high.value) };
  return matching({ range: { scalars: { ...from, ...to } } });
}
