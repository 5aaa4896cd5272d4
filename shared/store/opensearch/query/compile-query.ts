import { Problem } from '../../../errors/problem.ts';
import { below, withoutKeyword } from '../../../search/field-pattern.ts';
import { literalText } from '../../../search/pattern.ts';
import { isTechnical, weightOf } from '../../../search/relevance.ts';
import type { FieldName, QueryNode } from '../../../search/syntax-tree.ts';
import { tokenize } from '../../../search/tokenizer.ts';
import { ALL, and, type Clause, matching, NONE, not, or, term, wildcardText } from './clause.ts';
import { rangeClause, valueClause, valuePatternClause } from './compile-values.ts';
import {
  allTokens,
  beginningOf,
  fuzzyClause,
  normalizePattern,
  type Places,
  phraseClause,
  wildcardClause,
} from './compile-words.ts';
import type { Scope } from './scope.ts';

/** A part of the query that speaks for the objects that match it. */
export type Leaf = { readonly clause: Clause; readonly weight: number };

/** What a query demands, and which of its parts rank, in their order in the query. */
export type Compiled = { readonly clause: Clause; readonly leaves: readonly Leaf[] };

/** Where a node stands in the query: whether matching it speaks for an object, and the product of the boosts around it. */
type Standing = { readonly positive: boolean; readonly boost: number };

type Node<Kind extends QueryNode['kind']> = Extract<QueryNode, { kind: Kind }>;
type WordNode = Node<'term' | 'phrase' | 'wildcard' | 'fuzzy'>;

/**
 * What a query demands, for this caller. A query without any word that could be looked for finds nothing.
 *
 * @throws Problem `query-too-broad`, `search-timeout`; `invalid-query` for regular expressions, which are not taken
 */
export async function compileQuery(query: QueryNode, scope: Scope): Promise<Compiled> {
  return (await compile(query, { positive: true, boost: 1 }, scope)) ?? { clause: NONE, leaves: [] };
}

/** Null: the node holds no word, as if it were not there (Lucene drops a clause whose analysis leaves nothing). */
async function compile(node: QueryNode, standing: Standing, scope: Scope): Promise<Compiled | null> {
  switch (node.kind) {
    case 'all':
      return silent(ALL);
    case 'exists':
      return silent(existsClause(node.field));
    case 'bool':
      return compileBool(node, standing, scope);
    case 'range': {
      const { words, values } = await fieldsOf(scope, node.field, ALL);
      return silent(
        or([rangeClause(node.low, node.high, words, false), rangeClause(node.low, node.high, values, true)]),
      );
    }
    case 'regex':
      throw new Problem('invalid-query', 'Regular expressions are not taken: use the wildcards * and ? instead.');
    default:
      return compileWords(node, standing, scope);
  }
}

function silent(clause: Clause): Compiled {
  return { clause, leaves: [] };
}

async function compileBool(node: Node<'bool'>, standing: Standing, scope: Scope): Promise<Compiled | null> {
  const boost = standing.boost * node.boost;
  const compileAll = async (nodes: readonly QueryNode[], inner: Standing) =>
    (await Promise.all(nodes.map((child) => compile(child, inner, scope)))).filter((part) => part !== null);
  const [must, should, mustNot] = await Promise.all([
    compileAll(node.must, { ...standing, boost }),
    compileAll(node.should, { ...standing, boost }),
    compileAll(node.mustNot, { positive: false, boost }),
  ]);
  if (must.length + should.length + mustNot.length === 0) return null;
  const clauses = (parts: readonly Compiled[]) => parts.map(({ clause }) => clause);
  const wanted = must.length > 0 || should.length === 0 ? and(clauses(must)) : or(clauses(should));
  return {
    clause: mustNot.length === 0 ? wanted : and([wanted, not(or(clauses(mustNot)))]),
    leaves: [...must, ...should].flatMap(({ leaves }) => leaves),
  };
}

async function compileWords(node: WordNode, { positive, boost }: Standing, scope: Scope): Promise<Compiled | null> {
  const fields = node.field === null ? NO_FIELDS : await fieldsOf(scope, node.field, candidates(node, scope));
  await checkBreadth(node, scope, fields);
  const byWords = wordParts(node, scope, node.field === null ? null : fields.words);
  const byValue = valuePart(node, scope, fields.values);
  if (byWords.length === 0 && byValue === null) return null;
  const ranks = positive && !isTechnical(node.field);
  return {
    clause: or([...byWords.map(({ clause }) => clause), ...(byValue === null ? [] : [byValue])]),
    leaves: ranks ? byWords.map(({ clause, weight }) => ({ clause, weight: weight * boost * node.boost })) : [],
  };
}

/** The paths that a field name means: where words are looked for, and where whole values are. */
type Fields = { readonly words: readonly string[]; readonly values: readonly string[] };
const NO_FIELDS: Fields = { words: [], values: [] };

async function fieldsOf(scope: Scope, { pattern }: FieldName, within: Clause): Promise<Fields> {
  const plain = withoutKeyword(pattern);
  const [words, values] = await Promise.all([
    literalPath(pattern) ?? scope.paths(pattern, within),
    plain === null ? [] : (literalPath(plain) ?? scope.paths(plain, ALL)),
  ]);
  return { words, values };
}

function literalPath(pattern: FieldName['pattern']): readonly string[] | null {
  const literal = literalText(pattern);
  return literal === null ? null : [literal];
}

/** The objects in which a node could match, whatever the field: what a pattern over field names is expanded within. */
function candidates(node: WordNode, scope: Scope): Clause {
  switch (node.kind) {
    case 'term':
      return or(tokenize(node.text).map((token) => term('words', token)));
    case 'phrase':
      return allTokens(tokenize(node.text));
    case 'wildcard':
      return wildcardClause(scope, node.pattern, null);
    case 'fuzzy':
      return fuzzyClause(scope, node.text, node.distance, null);
  }
}

/** Wildcards inside or in front of a word are limited in what they stand for; beginnings of words are not. */
async function checkBreadth(node: WordNode, scope: Scope, { words }: Fields): Promise<void> {
  if (node.kind !== 'wildcard' || (node.field !== null && words.length === 0)) return;
  const pattern = normalizePattern(node.pattern);
  if (
    literalText(pattern) !== null ||
    beginningOf(pattern) !== null ||
    !pattern.some((part) => typeof part === 'string')
  ) {
    return;
  }
  await scope.checkWords(pattern, wildcardClause(scope, pattern, node.field === null ? null : words));
}

function wordParts(node: WordNode, scope: Scope, places: Places): readonly Leaf[] {
  switch (node.kind) {
    case 'wildcard':
      return [{ clause: wildcardClause(scope, node.pattern, places), weight: weightOf([]) }];
    case 'fuzzy':
      return [{ clause: fuzzyClause(scope, node.text, node.distance, places), weight: weightOf([]) }];
    case 'term':
      return [...new Set(tokenize(node.text))].map((token) => {
        return { clause: phraseClause(scope, [token], 0, places), weight: weightOf([token]) };
      });
    case 'phrase': {
      const words = tokenize(node.text);
      if (words.length === 0) return [];
      return [{ clause: phraseClause(scope, words, node.slop, places), weight: weightOf(words) }];
    }
  }
}

/** The whole value, for a name that ends in `.keyword`; null for any other. */
function valuePart(node: WordNode, scope: Scope, paths: readonly string[]): Clause | null {
  if (paths.length === 0) return null;
  switch (node.kind) {
    case 'wildcard':
      return valuePatternClause(node.pattern, paths);
    case 'fuzzy':
      return fuzzyClause(scope, node.text, node.distance, paths);
    default:
      return valueClause(node.text, paths);
  }
}

/** Some value stands at a path that the name means, or below it. */
function existsClause(field: FieldName): Clause {
  const pattern = withoutKeyword(field.pattern) ?? field.pattern;
  return or(
    [pattern, below(pattern)].map((paths) => {
      const literal = literalText(paths);
      const beginning = beginningOf(paths);
      if (literal !== null) return term('present', literal);
      if (beginning !== null) return matching({ prefix: { present: { value: beginning } } });
      return matching({ wildcard: { present: { value: wildcardText(paths) } } });
    }),
  );
}
