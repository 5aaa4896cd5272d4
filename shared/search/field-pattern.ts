import type { Pattern } from './syntax-tree.ts';

const EXACT = '.keyword';

/** The pattern over paths that a field name means when it ends in `.keyword`: whole values; null when it does not. */
export function withoutKeyword(pattern: Pattern): Pattern | null {
  const last = pattern.at(-1);
  if (typeof last !== 'string' || !last.endsWith(EXACT)) return null;
  const rest = last.slice(0, -EXACT.length);
  return rest === '' ? pattern.slice(0, -1) : [...pattern.slice(0, -1), rest];
}

/** The pattern for what lies below the paths of another. */
export function below(pattern: Pattern): Pattern {
  return [...pattern, '.', { wildcard: '*' }];
}
