import { chunks } from '../../base/concurrency/chunks.ts';
import type { QueryNode } from './syntax-tree.ts';

/** Maximum number of OR terms in one query: each is a clause for the engine. */
export const MAX_ALTERNATIVES = 500;

/**
 * Queries for all objects that have one of these texts at one of these paths, in the order of their creation: ranking them would take longer
 * than finding them. Texts are not parsed as query language.
 */
export function queriesFor(paths: readonly string[], texts: readonly string[]): readonly QueryNode[] {
  return chunks(texts, Math.floor(MAX_ALTERNATIVES / paths.length)).map((chunk) => ({
    ...anyOf(chunk.flatMap((text) => paths.map((path) => phrase(path, text)))),
    boost: 0,
  }));
}

/** Objects that one of these queries finds. */
export function anyOf(should: readonly QueryNode[]): Extract<QueryNode, { kind: 'bool' }> {
  return { kind: 'bool', must: [], should, mustNot: [], boost: 1 };
}

/** Objects that have this text at a path; null: anywhere. */
export function phrase(path: string | null, text: string): QueryNode {
  return { kind: 'phrase', field: path === null ? null : { pattern: [path] }, text, slop: 0, boost: 1 };
}

/** What a query finds, in its order, if a filter finds it too. */
export function filteredBy(query: QueryNode, filter: QueryNode): QueryNode {
  return { ...anyOf([]), must: [query, { ...anyOf([]), must: [filter], boost: 0 }] };
}
