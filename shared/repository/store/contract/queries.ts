import { starPattern } from '../../search/pattern.ts';
import type { Bound, FieldName, Pattern, QueryNode } from '../../search/syntax-tree.ts';

/** Short ways to write queries down, for tests. */

export const ALL: QueryNode = { kind: 'all' };

/** `*` in the name is a wildcard. */
export function field(name: string): FieldName {
  return { pattern: starPattern(name) };
}

function fieldOrAll(name: string | null): FieldName | null {
  return name === null ? null : field(name);
}

export function term(text: string, name: string | null = null, boost = 1): QueryNode {
  return { kind: 'term', field: fieldOrAll(name), text, boost };
}

export function phrase(text: string, name: string | null = null, slop = 0): QueryNode {
  return { kind: 'phrase', field: fieldOrAll(name), text, slop, boost: 1 };
}

/** `*` and `?` in the text are wildcards. */
export function wildcard(text: string, name: string | null = null): QueryNode {
  return { kind: 'wildcard', field: fieldOrAll(name), pattern: wildcardPattern(text), boost: 1 };
}

function wildcardPattern(text: string): Pattern {
  const parts = text.split(/([*?])/).filter((part) => part !== '');
  return parts.map((part) => (part === '*' || part === '?' ? { wildcard: part } : part));
}

export function fuzzy(text: string, distance: 0 | 1 | 2 | 'auto' = 'auto', name: string | null = null): QueryNode {
  return { kind: 'fuzzy', field: fieldOrAll(name), text, distance, boost: 1 };
}

/** Bounds as in `[a TO b]`: inclusive; null is open. */
export function range(name: string, low: string | null, high: string | null): QueryNode {
  return { kind: 'range', field: field(name), low: inclusive(low), high: inclusive(high), boost: 1 };
}

/** Everything above a value. */
export function above(name: string, low: string): QueryNode {
  return { kind: 'range', field: field(name), low: { value: low, inclusive: false }, high: null, boost: 1 };
}

function inclusive(value: string | null): Bound | null {
  return value === null ? null : { value, inclusive: true };
}

export function exists(name: string): QueryNode {
  return { kind: 'exists', field: field(name) };
}

export function and(...must: QueryNode[]): QueryNode {
  return { kind: 'bool', must, should: [], mustNot: [], boost: 1 };
}

export function or(...should: QueryNode[]): QueryNode {
  return { kind: 'bool', must: [], should, mustNot: [], boost: 1 };
}

export function not(...mustNot: QueryNode[]): QueryNode {
  return { kind: 'bool', must: [], should: [], mustNot, boost: 1 };
}
