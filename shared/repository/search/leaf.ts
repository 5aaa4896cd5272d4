import { not } from './bool.ts';
import { MAX_PATTERN_LENGTH, MAX_SLOP, MAX_WILDCARDS, syntaxError, tooBroad } from './limits.ts';
import { literalText, matchesEverything, starPattern } from './pattern.ts';
import type { Comparison, Token } from './scanners.ts';
import type { Bound, FieldName, Pattern, QueryNode } from './syntax-tree.ts';
import { hasWords } from './words.ts';

/** The meaning of the field name before a colon for the clause after it. */
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
 * The field of that name. An escaped `*` is a wildcard, too: clients write `\*owner`.
 *
 * @throws Problem `query-too-broad` (400) for one that is too long or has too many wildcards
 */
function fieldName(pattern: Pattern, position: number): FieldName {
  const name = pattern.flatMap((part) => (typeof part === 'string' ? starPattern(part) : [part]));
  checkPattern(name, position);
  return { pattern: name };
}

/** Whether the values of a field are compared as a whole. */
function isExact(field: FieldName | null): boolean {
  const last = field?.pattern.at(-1);
  return typeof last === 'string' && last.endsWith('.keyword');
}

/** @throws Problem `query-too-broad` (400) */
function checkPattern(pattern: Pattern, position: number): void {
  const length = pattern.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 1), 0);
  const wildcards = pattern.filter((part) => typeof part !== 'string').length;
  if (length > MAX_PATTERN_LENGTH) {
    throw tooBroad(`A field name or wildcard term has more than ${MAX_PATTERN_LENGTH} characters`, position);
  }
  if (wildcards > MAX_WILDCARDS) throw tooBroad(`A pattern has more than ${MAX_WILDCARDS} wildcards`, position);
}

/** Tokens that a clause can consist of. */
export type LeafToken = Extract<Token, { kind: 'word' | 'quoted' | 'regex' | 'range' }>;

type LeafOptions = { readonly regex: boolean };

/** A tilde after the clause: its number, or null without one. */
export type Tilde = { readonly value: number | null; readonly position: number };

const ALL: QueryNode = { kind: 'all' };

const REGEX_OFF =
  'A slash at the beginning of a word starts a regular expression, which is not offered; put the text in quotation marks, or write "\\/"';

/**
 * The node of a clause of one token; its boost is 1.
 *
 * @param bound the quoted text right after a word that is only a comparison sign, as in `date:>"2020-01-01"`
 * @returns null when the clause has no words, so that it restricts nothing
 * @throws Problem `invalid-query` or `query-too-broad` (400)
 */
export function leaf(
  scope: Scope,
  token: LeafToken,
  tilde: Tilde | null,
  bound: string | null,
  options: LeafOptions,
): QueryNode | null {
  if (token.kind === 'regex' && !options.regex) throw syntaxError(REGEX_OFF, token.position);
  if (scope.kind === 'exists') return presence(token);
  if (scope.kind === 'missing') return not(presence(token));
  const field = scope.kind === 'field' ? scope.name : null;
  switch (token.kind) {
    case 'word':
      return word(field, token, tilde, bound);
    case 'quoted':
      return phrase(field, token.text, tilde);
    case 'regex':
      return regex(field, token.source, token.position);
    case 'range':
      return range(field, token.low, token.high);
  }
}

function presence(token: LeafToken): QueryNode {
  if (token.kind !== 'word' && token.kind !== 'quoted') {
    throw syntaxError('After "_exists_:" and "_missing_:" stands the name of a field', token.position);
  }
  return exists(fieldName(token.kind === 'word' ? token.pattern : starPattern(token.text), token.position));
}

/** Every object has some field. */
function exists(field: FieldName): QueryNode {
  return matchesEverything(field.pattern) ? ALL : { kind: 'exists', field };
}

function word(
  field: FieldName | null,
  token: Extract<Token, { kind: 'word' }>,
  tilde: Tilde | null,
  bound: string | null,
): QueryNode | null {
  const text = literalText(token.pattern);
  if (text === null) return wildcard(field, token.pattern, token.position);
  if (field !== null && token.comparison !== null) {
    return comparison(field, token.comparison, bound ?? text.slice(token.comparison.length), token.position);
  }
  if (token.address) return phrase(field, text, null);
  if (!isExact(field) && !hasWords(text)) return null;
  if (tilde === null) return { kind: 'term', field, text, boost: 1 };
  return { kind: 'fuzzy', field, text, distance: edits(tilde, text), boost: 1 };
}

function wildcard(field: FieldName | null, pattern: Pattern, position: number): QueryNode {
  if (matchesEverything(pattern)) return field === null ? ALL : exists(field);
  checkPattern(pattern, position);
  return { kind: 'wildcard', field, pattern, boost: 1 };
}

function comparison(field: FieldName, sign: Comparison, value: string, position: number): QueryNode {
  if (value === '') throw syntaxError(`A value is expected right after "${sign}"`, position);
  const end: Bound = { value, inclusive: sign.endsWith('=') };
  return sign.startsWith('>') ? range(field, end, null) : range(field, null, end);
}

function range(field: FieldName | null, low: Bound | null, high: Bound | null): QueryNode {
  const name = field ?? { pattern: [{ wildcard: '*' as const }] };
  return low === null && high === null ? exists(name) : { kind: 'range', field: name, low, high, boost: 1 };
}

function phrase(field: FieldName | null, text: string, tilde: Tilde | null): QueryNode | null {
  const slop = Math.trunc(tilde?.value ?? 0);
  if (slop > MAX_SLOP) throw tooBroad(`The slop of a phrase is at most ${MAX_SLOP}`, tilde?.position ?? 0);
  if (!isExact(field) && !hasWords(text)) return null;
  return { kind: 'phrase', field, text, slop, boost: 1 };
}

function regex(field: FieldName | null, source: string, position: number): QueryNode {
  if (source === '') throw syntaxError('The regular expression is empty', position);
  if (source.length > MAX_PATTERN_LENGTH) {
    throw tooBroad(`A regular expression has more than ${MAX_PATTERN_LENGTH} characters`, position);
  }
  return { kind: 'regex', field, source, boost: 1 };
}

/** With `~` the distance depends on the length of the term; `~1` is a number of edits (at most 2), `~0.8` a similarity. */
function edits(tilde: Tilde, text: string): 0 | 1 | 2 | 'auto' {
  const { value, position } = tilde;
  if (value === null) return 'auto';
  if (value > 1 && !Number.isInteger(value)) {
    throw syntaxError('A number of edits is whole: 0, 1 or 2; a similarity is between 0 and 1', position);
  }
  const distance = value > 0 && value < 1 ? Math.floor((1 - value) * [...text].length) : value;
  return distance >= 2 ? 2 : distance >= 1 ? 1 : 0;
}
