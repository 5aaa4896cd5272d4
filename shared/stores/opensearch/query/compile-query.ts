import { Problem } from '../../../base/errors/problem.ts';
import { below, literalText, withoutKeyword } from '../../../repository/search/pattern.ts';
import { isTechnical, weightOf } from '../../../repository/search/relevance.ts';
import type { FieldName, QueryNode } from '../../../repository/search/syntax-tree.ts';
import { tokenize } from '../../../repository/search/tokenizer.ts';
import { ALL, and, type Clause, matching, NONE, not, or, term, wildcardText } from './clause.ts';
import { rangeClause, valueClause, valuePatternClause } from './compile-values.ts';
import {
  allTokens,
  fuzzyClause,
  normalizePattern,
  type Places,
  phraseClause,
  prefixOf,
  wildcardClause,
} from './compile-words.ts';
import type { Scope } from './scope.ts';

/** A part of the query that increases the relevance of the objects that match it. `required`: the query finds no others. */
export type Leaf = { readonly clause: Clause; readonly weight: number; readonly required: boolean };

/**
 * The parts of a query that determine relevance, in their order in the query, and the rest of its condition: an object is found if it
 * matches that and all required parts.
 */
export type Compiled = { readonly clause: Clause; readonly leaves: readonly Leaf[] };

/** The context of a node in the query: whether a match increases relevance, and the product of the boosts around it. */
type NodeContext = { readonly positive: boolean; readonly boost: number };

type Node<Kind extends QueryNode['kind']> = Extract<QueryNode, { kind: Kind }>;
type WordNode = Node<'term' | 'phrase' | 'wildcard' | 'fuzzy'>;

/**
 * Compiles a query for a caller. A query without any searchable word finds nothing.
 *
 * @throws Problem `query-too-broad`, `search-timeout`; `invalid-query` for regular expressions, which are not supported
 */
export async function compileQuery(query: QueryNode, scope: Scope): Promise<Compiled> {
  return (await compile(query, { positive: true, boost: 1 }, scope)) ?? { clause: NONE, leaves: [] };
}

/** Returns null for a node without words, which is ignored (Lucene drops a clause whose analysis yields no tokens). */
async function compile(node: QueryNode, context: NodeContext, scope: Scope): Promise<Compiled | null> {
  switch (node.kind) {
    case 'all':
      return unranked(ALL);
    case 'exists':
      return unranked(existsClause(node.field));
    case 'bool':
      return compileBool(node, context, scope);
    case 'range': {
      const { words, values } = await fieldsOf(scope, node.field, ALL);
      return unranked(
        or([rangeClause(node.low, node.high, words, false), rangeClause(node.low, node.high, values, true)]),
      );
    }
    case 'regex':
      throw new Problem('invalid-query', 'Regular expressions are not supported: use the wildcards * and ? instead.');
    default:
      return compileWords(node, context, scope);
  }
}

function unranked(clause: Clause): Compiled {
  return { clause, leaves: [] };
}

async function compileBool(node: Node<'bool'>, context: NodeContext, scope: Scope): Promise<Compiled | null> {
  const boost = context.boost * node.boost;
  const compileAll = async (nodes: readonly QueryNode[], inner: NodeContext) =>
    (await Promise.all(nodes.map((child) => compile(child, inner, scope)))).filter((part) => part !== null);
  const [must, should, mustNot] = await Promise.all([
    compileAll(node.must, { ...context, boost }),
    compileAll(node.should, { ...context, boost }),
    compileAll(node.mustNot, { positive: false, boost }),
  ]);
  if (must.length + should.length + mustNot.length === 0) return null;
  // Where nothing is required, one of the others is: the only one, if there are no more.
  const [needed, others] = must.length === 0 && should.length === 1 ? [should, []] : [must, should];
  const choice = needed.length === 0 && others.length > 0 ? or(others.map(conditionOf)) : ALL;
  const forbidden = mustNot.length === 0 ? ALL : not(or(mustNot.map(conditionOf)));
  return {
    clause: and([...needed.map(({ clause }) => clause), choice, forbidden]),
    leaves: [
      ...needed.flatMap(({ leaves }) => leaves),
      ...others.flatMap(({ leaves }) => leaves.map((leaf) => ({ ...leaf, required: false }))),
    ],
  };
}

/** The whole condition of a part. */
function conditionOf({ clause, leaves }: Compiled): Clause {
  return and([clause, ...leaves.filter(({ required }) => required).map((leaf) => leaf.clause)]);
}

async function compileWords(node: WordNode, { positive, boost }: NodeContext, scope: Scope): Promise<Compiled | null> {
  const fields = node.field === null ? NO_FIELDS : await fieldsOf(scope, node.field, candidates(node, scope));
  await checkBreadth(node, scope, fields);
  const byWords = wordParts(node, scope, node.field === null ? null : fields.words);
  const byValue = valuePart(node, scope, fields.values);
  if (byWords.length === 0 && byValue === null) return null;
  const condition = or([...byWords.map(({ clause }) => clause), ...(byValue === null ? [] : [byValue])]);
  if (!positive || isTechnical(node.field)) return unranked(condition);
  const required = byWords.length === 1 && byValue === null;
  return {
    clause: required ? ALL : condition,
    leaves: byWords.map(({ clause, weight }) => ({ clause, weight: weight * boost * node.boost, required })),
  };
}

/** The paths that match a field name, for words and for whole values. */
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

/** The objects that a node can match in any field: patterns over field names are expanded within these. */
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

/** Limits the number of words that a wildcard inside or in front of a word may match; prefixes are not limited. */
async function checkBreadth(node: WordNode, scope: Scope, { words }: Fields): Promise<void> {
  if (node.kind !== 'wildcard' || (node.field !== null && words.length === 0)) return;
  const pattern = normalizePattern(node.pattern);
  if (
    literalText(pattern) !== null ||
    prefixOf(pattern) !== null ||
    !pattern.some((part) => typeof part === 'string')
  ) {
    return;
  }
  await scope.checkWords(pattern, wildcardClause(scope, pattern, node.field === null ? null : words));
}

function wordParts(node: WordNode, scope: Scope, places: Places): readonly Omit<Leaf, 'required'>[] {
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

/** Matches whole values, for field names that end in `.keyword`; null for other names. */
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

/** Matches objects with a value at, or below, a path that the name matches. */
function existsClause(field: FieldName): Clause {
  const pattern = withoutKeyword(field.pattern) ?? field.pattern;
  return or(
    [pattern, below(pattern)].map((paths) => {
      const literal = literalText(paths);
      const prefix = prefixOf(paths);
      if (literal !== null) return term('present', literal);
      if (prefix !== null) return matching({ prefix: { present: { value: prefix } } });
      return matching({ wildcard: { present: { value: wildcardText(paths) } } });
    }),
  );
}
