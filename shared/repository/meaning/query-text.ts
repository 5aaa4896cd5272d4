import { isTechnical } from '../search/relevance.ts';
import type { Pattern, QueryNode } from '../search/syntax-tree.ts';

/** The text that a query asks for, in its order, without operators, names of fields and what is excluded. */
export function queryText(node: QueryNode): string {
  switch (node.kind) {
    case 'term':
    case 'phrase':
    case 'fuzzy':
      return isTechnical(node.field) ? '' : node.text;
    case 'wildcard':
      return isTechnical(node.field) ? '' : literals(node.pattern);
    case 'bool':
      return [...node.must, ...node.should]
        .map(queryText)
        .filter((text) => text !== '')
        .join(' ');
    default:
      return '';
  }
}

function literals(pattern: Pattern): string {
  return pattern.filter((part) => typeof part === 'string').join('');
}
