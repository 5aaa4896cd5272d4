import { isTechnical } from '../search/relevance.ts';
import type { Pattern, QueryNode } from '../search/syntax-tree.ts';

/** The texts that a query asks for, in their order, each once, without operators, names of fields and what is excluded. */
export function queryText(query: QueryNode): string {
  return [...new Set(textsIn(query))].join(' ');
}

function textsIn(node: QueryNode): readonly string[] {
  switch (node.kind) {
    case 'term':
    case 'phrase':
    case 'fuzzy':
      return isTechnical(node.field) ? [] : [node.text];
    case 'wildcard':
      return isTechnical(node.field) ? [] : [literals(node.pattern)];
    case 'bool':
      return [...node.must, ...node.should].flatMap(textsIn);
    default:
      return [];
  }
}

function literals(pattern: Pattern): string {
  return pattern.filter((part) => typeof part === 'string').join('');
}
