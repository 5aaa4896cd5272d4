import { MAX_PATTERN_LENGTH, MAX_WILDCARDS, tooBroad } from './limits.ts';
import { literalText, matchesEverything, starPattern } from './pattern.ts';
import type { FieldName, Pattern } from './syntax-tree.ts';

/** What the name before a colon says of the clause after it. */
export type Scope =
  | { readonly kind: 'any' }
  | { readonly kind: 'field'; readonly name: FieldName }
  /** The clause names a field that has a value. */
  | { readonly kind: 'exists' }
  /** The clause names a field that has none. */
  | { readonly kind: 'missing' };

/**
 * The scope that a field name opens: `_exists_`, `_missing_`, `*` for all fields, or a field.
 *
 * @throws Problem `query-too-broad` (400), see {@link fieldName}
 */
export function scopeOf(pattern: Pattern, position: number): Scope {
  const literal = literalText(pattern);
  if (literal === '_exists_') return { kind: 'exists' };
  if (literal === '_missing_') return { kind: 'missing' };
  return matchesEverything(pattern) ? { kind: 'any' } : { kind: 'field', name: fieldName(pattern, position) };
}

/**
 * The field of that name. `*` is a wildcard also where it was escaped: that is how clients write `\*owner`.
 *
 * @throws Problem `query-too-broad` (400) for one that is too long or has too many wildcards
 */
export function fieldName(pattern: Pattern, position: number): FieldName {
  const name = pattern.flatMap((part) => (typeof part === 'string' ? starPattern(part) : [part]));
  checkPattern(name, position);
  return { pattern: name };
}

/** True for a field whose values are compared as a whole. */
export function isExact(field: FieldName | null): boolean {
  const last = field?.pattern.at(-1);
  return typeof last === 'string' && last.endsWith('.keyword');
}

/** @throws Problem `query-too-broad` (400) */
export function checkPattern(pattern: Pattern, position: number): void {
  const length = pattern.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 1), 0);
  const wildcards = pattern.filter((part) => typeof part !== 'string').length;
  if (length > MAX_PATTERN_LENGTH) {
    throw tooBroad(`A field name or wildcard term has more than ${MAX_PATTERN_LENGTH} characters`, position);
  }
  if (wildcards > MAX_WILDCARDS) throw tooBroad(`A pattern has more than ${MAX_WILDCARDS} wildcards`, position);
}
