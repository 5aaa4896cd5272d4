import { Problem } from '../../../base/errors/problem.ts';
import { below, compilePattern, literalText, withoutKeyword } from '../../../repository/search/pattern.ts';
import { isTechnical } from '../../../repository/search/relevance.ts';
import type { FieldName, Pattern, QueryNode, TypeKeyFilter } from '../../../repository/search/syntax-tree.ts';
import { tokenize } from '../../../repository/search/tokenizer.ts';
import { compileTypeKeyFilter } from '../../../repository/search/type-key-filter.ts';
import { presenceTerm, typeTerm } from '../index/index-entry.ts';
import { ALL, type Clause, checking, NONE, phrase } from './clause.ts';
import { rangeClause, valueClause, valuePatternClause } from './compile-values.ts';
import { fuzzyClause, phraseClause, placesOf, presenceClause, wildcardClause } from './compile-words.ts';
import type { Scope } from './scope.ts';
import type { Scoring } from './scoring.ts';
import { sloppyClause } from './sloppy-phrase.ts';

/** The position of a node in the query. */
type Standing = {
  /** Matching the node counts towards relevance. */
  readonly positive: boolean;
  /** Every result matches the node. */
  readonly required: boolean;
  /** Product of the boosts around it. */
  readonly boost: number;
};

type Node<Kind extends QueryNode['kind']> = Extract<QueryNode, { kind: Kind }>;

/**
 * Compiles a query for one caller. A query without a searchable word finds nothing.
 *
 * @param scoring receives the parts of the query that count towards relevance
 * @throws Problem `query-too-broad`, `search-timeout`; `invalid-query` for regular expressions, which this store does
 *   not take
 */
export function compileQuery(query: QueryNode, scope: Scope, scoring: Scoring): Clause {
  const clause = compile(query, { positive: true, required: true, boost: 1 }, scope, scoring);
  return clause ?? scope.algebra.or([]);
}

/** Null for a node without words, which is ignored (Lucene drops clauses without terms). */
function compile(node: QueryNode, standing: Standing, scope: Scope, scoring: Scoring): Clause | null {
  switch (node.kind) {
    case 'all':
      return ALL;
    case 'exists':
      return presenceClause(scope, resolveTree(scope, node.field));
    case 'bool':
      return compileBool(node, standing, scope, scoring);
    case 'range':
      return compileRange(node, scope);
    case 'regex':
      throw new Problem('invalid-query', 'Regular expressions are not supported: use the wildcards * and ? instead.');
    default:
      return compileWords(node, standing, scope, scoring);
  }
}

function compileBool(node: Node<'bool'>, standing: Standing, scope: Scope, scoring: Scoring): Clause | null {
  const { and, or, not } = scope.algebra;
  const boost = standing.boost * node.boost;
  const compileAll = (nodes: readonly QueryNode[], inner: Standing) =>
    nodes.map((child) => compile(child, inner, scope, scoring)).filter((clause) => clause !== null);

  const must = compileAll(node.must, { ...standing, boost });
  const onlyChoice = must.length === 0 && node.should.length === 1;
  const should = compileAll(node.should, { ...standing, boost, required: standing.required && onlyChoice });
  const mustNot = compileAll(node.mustNot, { positive: false, required: false, boost });
  if (must.length + should.length + mustNot.length === 0) return null;
  const wanted = must.length > 0 || should.length === 0 ? and(must) : or(should);
  return mustNot.length === 0 ? wanted : and([wanted, not(or(mustNot))]);
}

function compileRange(node: Node<'range'>, scope: Scope): Clause {
  const fields = resolveFields(scope, node.field);
  return scope.algebra.or([
    rangeClause(scope, node.low, node.high, fields.words, false),
    rangeClause(scope, node.low, node.high, fields.values, true),
  ]);
}

type WordNode = Node<'term' | 'phrase' | 'wildcard' | 'fuzzy'>;

const NO_FIELDS: Fields = { words: [], values: [] };

function compileWords(node: WordNode, standing: Standing, scope: Scope, scoring: Scoring): Clause | null {
  const fields = node.field === null ? NO_FIELDS : resolveFields(scope, node.field);
  const byWords = wordParts(node, scope, fields);
  const byValue = valuePart(node, scope, fields);
  if (byWords.length === 0 && byValue === null) return null;
  if (standing.positive && !isTechnical(node.field)) {
    const required = standing.required && byWords.length === 1 && fields.values.length === 0;
    for (const { clause, words } of byWords) scoring.add(clause, words, standing.boost * node.boost, required);
  }
  const clauses = byWords.map(({ clause }) => clause);
  return scope.algebra.or(byValue === null ? clauses : [...clauses, byValue]);
}

/** A clause that may score, with the words that determine its weight; none: a constant. */
type WordPart = { readonly clause: Clause; readonly words: readonly string[] };

function wordParts(node: WordNode, scope: Scope, fields: Fields): readonly WordPart[] {
  const places = placesOf(node.field, fields.words);
  switch (node.kind) {
    case 'wildcard':
      return [{ clause: wildcardClause(scope, node.pattern, places), words: [] }];
    case 'fuzzy':
      return [{ clause: fuzzyClause(scope, node.text, node.distance, places), words: [] }];
    case 'term':
      return [...new Set(tokenize(node.text))].map((token) => {
        return { clause: phraseClause(scope, [token], places), words: [token] };
      });
    case 'phrase': {
      const words = tokenize(node.text);
      if (words.length === 0) return [];
      const clause =
        node.slop === 0 ? phraseClause(scope, words, places) : sloppyClause(scope, words, node.slop, places);
      return [{ clause, words }];
    }
  }
}

/** The clause over whole values, for a field that ends in `.keyword`; null for other fields. */
function valuePart(node: WordNode, scope: Scope, fields: Fields): Clause | null {
  if (fields.values.length === 0) return null;
  switch (node.kind) {
    case 'wildcard':
      return valuePatternClause(scope, node.pattern, fields.values);
    case 'fuzzy':
      return fuzzyClause(scope, node.text, node.distance, fields.values);
    default:
      return valueClause(scope, node.text, fields.values);
  }
}

/** Up to this number, type keys become terms of the index expression. */
const MAX_TYPE_TERMS = 64;

/** Objects whose type key passes the filter. */
export function typeClause(scope: Scope, filter: TypeKeyFilter | null): Clause {
  if (filter === null) return ALL;
  const passes = compileTypeKeyFilter(filter);
  const names = scope.library.typeKeys.names();
  const passing = names.filter(([name]) => passes(name)).map(([, type]) => type);
  if (passing.length === names.length) return ALL;
  if (passing.length === 0) return NONE;
  if (passing.length <= MAX_TYPE_TERMS) return scope.algebra.or(passing.map((type) => phrase(typeTerm(type))));
  return checking({
    sql: 'EXISTS (SELECT 1 FROM entries e WHERE e.doc = f.rowid AND e.type IN (SELECT value FROM json_each(?)))',
    values: [JSON.stringify(passing)],
  });
}

/** Fields to which one pattern over field names may expand. */
const MAX_FIELDS = 256;

/** The paths, by number, to which a field name resolves. */
type Fields = {
  /** For words. */
  readonly words: readonly number[];
  /** For whole values, when the name ends in `.keyword`. */
  readonly values: readonly number[];
};

/** @throws Problem `query-too-broad` when a pattern expands to more than {@link MAX_FIELDS} fields that the caller can find */
function resolveFields(scope: Scope, field: FieldName): Fields {
  const plain = withoutKeyword(field.pattern);
  return { words: pathsLike(scope, field.pattern), values: plain === null ? [] : pathsLike(scope, plain) };
}

/** The paths of a field name, with or without `.keyword`, and the paths below them. */
function resolveTree(scope: Scope, field: FieldName): readonly number[] {
  const pattern = withoutKeyword(field.pattern) ?? field.pattern;
  return [...pathsLike(scope, pattern), ...pathsLike(scope, below(pattern))];
}

function pathsLike(scope: Scope, pattern: Pattern): readonly number[] {
  const literal = literalText(pattern);
  if (literal !== null) {
    scope.spend(1);
    const path = scope.library.paths.number(literal);
    return path === null ? [] : [path];
  }
  const accepts = compilePattern(pattern);
  const found: number[] = [];
  const [beginning] = pattern;
  const { paths } = scope.library;
  for (const [name, path] of typeof beginning === 'string' ? paths.startingWith(beginning) : paths.names()) {
    // Only visible fields count: the limits must not disclose fields of hidden objects.
    if (!accepts(name) || !scope.seesTerm(presenceTerm(path))) continue;
    found.push(path);
    if (found.length > MAX_FIELDS) {
      throw new Problem('query-too-broad', `A pattern over field names matches more than ${MAX_FIELDS} fields.`);
    }
  }
  scope.spend(found.length);
  return found;
}
