import type { SearchField } from '../document.ts';
import { compilePattern } from '../pattern.ts';
import type { FieldName, QueryNode } from '../syntax-tree.ts';
import { tokenize } from '../tokenizer.ts';

/** A simple interpreter of syntax trees, for the kinds of nodes that the client library uses. */
export function matches(node: QueryNode, fields: readonly SearchField[]): boolean {
  switch (node.kind) {
    case 'all':
      return true;
    case 'term':
      return valuesOf(node.field, fields).some((tokens) => tokenize(node.text).some((token) => tokens.includes(token)));
    case 'phrase':
      return valuesOf(node.field, fields).some((tokens) => hasRun(tokens, tokenize(node.text)));
    case 'exists':
      return valuesOf(node.field, fields).length > 0;
    case 'bool': {
      const { must, should, mustNot } = node;
      if (mustNot.some((child) => matches(child, fields))) return false;
      if (must.length > 0) return must.every((child) => matches(child, fields));
      return should.length === 0 || should.some((child) => matches(child, fields));
    }
    default:
      throw new Error(`The client library does not use ${node.kind}.`);
  }
}

function valuesOf(field: FieldName | null, fields: readonly SearchField[]): readonly (readonly string[])[] {
  const isMeant = field === null ? () => true : compilePattern(field.pattern);
  return fields.filter(({ path }) => isMeant(path)).flatMap(({ tokens }) => tokens);
}

function hasRun(tokens: readonly string[], run: readonly string[]): boolean {
  return tokens.some((_, start) => run.every((token, index) => tokens[start + index] === token));
}
