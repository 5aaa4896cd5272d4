import type { QueryNode } from './syntax-tree.ts';

/** How one clause takes part in its group. */
export type Occur = 'must' | 'should' | 'mustNot';

export type Clause = { readonly occur: Occur; readonly node: QueryNode };

/** The operator between a clause and the one before it. */
export type Conjunction = 'and' | 'or' | null;

/**
 * Adds a clause by the rules of Lucene's classic query parser with OR as default operator. There is no precedence:
 * `AND` makes the clauses at both its sides `must`, so `a OR b AND c` is a should, b must, c must.
 *
 * @param occur as `+` or `NOT` before the clause says; `should` without them
 * @param node null for a clause without words, which is left out
 */
export function addClause(clauses: Clause[], conjunction: Conjunction, occur: Occur, node: QueryNode | null): void {
  const before = clauses.at(-1);
  if (conjunction === 'and' && before?.occur === 'should') {
    clauses[clauses.length - 1] = { occur: 'must', node: before.node };
  }
  if (node === null) return;
  clauses.push({ occur: conjunction === 'and' && occur === 'should' ? 'must' : occur, node });
}

/** The node of a group: null for an empty one, the clause itself for a single one. */
export function combine(clauses: readonly Clause[]): QueryNode | null {
  const [first, second] = clauses;
  if (first === undefined) return null;
  if (second === undefined && first.occur !== 'mustNot') return first.node;
  return {
    kind: 'bool',
    must: nodes(clauses, 'must'),
    should: nodes(clauses, 'should'),
    mustNot: nodes(clauses, 'mustNot'),
    boost: 1,
  };
}

/** Matches all objects that the node does not match. */
export function not(node: QueryNode): QueryNode {
  return { kind: 'bool', must: [], should: [], mustNot: [node], boost: 1 };
}

/** The node with its boost multiplied, if it has one. */
export function withBoost(node: QueryNode, boost: number): QueryNode {
  if (boost === 1 || node.kind === 'all' || node.kind === 'exists') return node;
  return { ...node, boost: node.boost * boost };
}

function nodes(clauses: readonly Clause[], occur: Occur): QueryNode[] {
  return clauses.filter((clause) => clause.occur === occur).map((clause) => clause.node);
}
