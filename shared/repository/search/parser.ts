import { addClause, type Clause, type Conjunction, combine, not, type Occur, withBoost } from './bool.ts';
import { type LeafToken, leaf, type Scope, scopeOf, type Tilde } from './leaf.ts';
import { lex } from './lexer.ts';
import {
  MAX_CLAUSES,
  MAX_EXPANDING_TERMS,
  MAX_GROUP_DEPTH,
  MAX_QUERY_LENGTH,
  syntaxError,
  tooBroad,
} from './limits.ts';
import type { Token } from './scanners.ts';
import type { QueryNode } from './syntax-tree.ts';

/** The limits of a query. */
export type ParseOptions = {
  /** Regular expressions between slashes; otherwise they are refused. */
  readonly regex: boolean;
};

type State = {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly options: ParseOptions;
  next: number;
  clauses: number;
  expandingTerms: number;
};

const MODIFIERS: Readonly<Partial<Record<Token['kind'], Occur>>> = { plus: 'must', not: 'mustNot', minus: 'mustNot' };

/**
 * Parses the query language (specification: Search request parameters; Lucene classic query parser syntax with OR as
 * default operator, as engines take it in `query_string`).
 *
 * Blank text matches everything. A group with `NOT` clauses only matches everything else. A clause without words, such as
 * `-` or `""`, is left out, unless its field is a `.keyword`; a query with no other clauses matches nothing. `AND` and
 * `OR` at the beginning of a group have no effect. A URL (`https://…`) without quotation marks is a phrase.
 *
 * @throws Problem `invalid-query` or `query-too-broad` (400), both with the zero-based `position` of the cause
 */
export function parseQuery(text: string, options: ParseOptions): QueryNode {
  if (text.length > MAX_QUERY_LENGTH) {
    throw tooBroad(`The query has more than ${MAX_QUERY_LENGTH} characters`, MAX_QUERY_LENGTH);
  }
  const state: State = { text, tokens: lex(text), options, next: 0, clauses: 0, expandingTerms: 0 };
  if (peek(state).kind === 'end') return { kind: 'all' };
  const node = parseGroup(state, { kind: 'any' }, 0);
  if (peek(state).kind !== 'end') throw unexpected(state, 'No group is open here');
  return node ?? not({ kind: 'all' });
}

/** Reads clauses up to a closing parenthesis or the end. */
function parseGroup(state: State, scope: Scope, depth: number): QueryNode | null {
  const clauses: Clause[] = [];
  readConjunction(state);
  let conjunction: Conjunction = null;
  while (conjunction !== null || !isGroupEnd(peek(state))) {
    const occur = readModifier(state);
    addClause(clauses, conjunction, occur, parseClause(state, scope, depth));
    conjunction = readConjunction(state);
  }
  return combine(clauses);
}

function isGroupEnd(token: Token): boolean {
  return token.kind === 'close' || token.kind === 'end';
}

function readConjunction(state: State): Conjunction {
  const { kind } = peek(state);
  if (kind !== 'and' && kind !== 'or') return null;
  advance(state);
  return kind;
}

function readModifier(state: State): Occur {
  const occur = MODIFIERS[peek(state).kind];
  if (occur === undefined) return 'should';
  advance(state);
  return occur;
}

function parseClause(state: State, outer: Scope, depth: number): QueryNode | null {
  const scope = readField(state) ?? outer;
  const token = peek(state);
  if (token.kind === 'open') return parseParenthesized(state, scope, depth + 1);
  if (token.kind !== 'word' && token.kind !== 'quoted' && token.kind !== 'regex' && token.kind !== 'range') {
    throw unexpected(state, 'A word, a phrase or a group is expected');
  }
  advance(state);
  return parseLeaf(state, scope, token);
}

function readField(state: State): Scope | null {
  const name = peek(state);
  if (name.kind !== 'word' || state.tokens[state.next + 1]?.kind !== 'colon') return null;
  state.next += 2;
  return scopeOf(name.pattern, name.position);
}

function parseParenthesized(state: State, scope: Scope, depth: number): QueryNode | null {
  const open = advance(state);
  if (depth > MAX_GROUP_DEPTH) throw tooBroad(`Groups nest more than ${MAX_GROUP_DEPTH} deep`, open.position);
  const node = parseGroup(state, scope, depth);
  if (advance(state).kind !== 'close') throw syntaxError('The group that opens here is never closed', open.position);
  const boost = readBoost(state);
  return node === null ? null : withBoost(node, boost ?? 1);
}

function parseLeaf(state: State, scope: Scope, token: LeafToken): QueryNode | null {
  const bound = readQuotedBound(state, scope, token);
  const early = readBoost(state);
  const tilde = readTilde(state);
  const boost = early ?? readBoost(state) ?? 1;
  const node = leaf(scope, token, tilde, bound, state.options);
  count(state, node, token.position);
  return node === null ? null : withBoost(node, boost);
}

/** The quoted text directly after `field:>`. */
function readQuotedBound(state: State, scope: Scope, token: LeafToken): string | null {
  const next = peek(state);
  const isSign = token.kind === 'word' && token.comparison?.length === token.end - token.position;
  if (!isSign || scope.kind !== 'field' || next.kind !== 'quoted' || next.position !== token.end) return null;
  advance(state);
  return next.text;
}

function readTilde(state: State): Tilde | null {
  const token = peek(state);
  if (token.kind !== 'tilde') return null;
  advance(state);
  return token;
}

function readBoost(state: State): number | null {
  const token = peek(state);
  if (token.kind !== 'boost') return null;
  advance(state);
  return token.value;
}

function count(state: State, node: QueryNode | null, position: number): void {
  state.clauses += 1;
  if (state.clauses > MAX_CLAUSES) throw tooBroad(`The query has more than ${MAX_CLAUSES} clauses`, position);
  if (node?.kind !== 'wildcard' && node?.kind !== 'fuzzy' && node?.kind !== 'regex') return;
  state.expandingTerms += 1;
  if (state.expandingTerms > MAX_EXPANDING_TERMS) {
    throw tooBroad(`The query has more than ${MAX_EXPANDING_TERMS} wildcard and fuzzy terms`, position);
  }
}

function unexpected(state: State, expectation: string) {
  const token = peek(state);
  if (token.kind === 'end') return syntaxError(`${expectation}, but the query ends`, token.position);
  const hint = token.kind === 'colon' ? '; a colon that is part of a name or word is written "\\:"' : '';
  return syntaxError(
    `${expectation}, not "${state.text.slice(token.position, Math.min(token.end, token.position + 20))}"${hint}`,
    token.position,
  );
}

function peek(state: State): Token {
  return state.tokens[state.next] ?? { kind: 'end', position: state.text.length, end: state.text.length };
}

function advance(state: State): Token {
  const token = peek(state);
  state.next += 1;
  return token;
}
