import type { Bound, FieldName, Pattern, QueryNode } from '../syntax-tree.ts';

/**
 * A syntax tree as one line, for tests: `+` must, `-` must not, nothing should; texts as JSON; `field=` before what it
 * applies to; wildcards as they are and literal `*` and `?` in brackets.
 */
export function showQuery(node: QueryNode): string {
  switch (node.kind) {
    case 'all':
      return 'all';
    case 'term':
      return `${showField(node.field)}${JSON.stringify(node.text)}${showBoost(node.boost)}`;
    case 'phrase':
      return `${showField(node.field)}phrase ${JSON.stringify(node.text)}${node.slop === 0 ? '' : `~${node.slop}`}${showBoost(node.boost)}`;
    case 'wildcard':
      return `${showField(node.field)}wild ${showPattern(node.pattern)}${showBoost(node.boost)}`;
    case 'fuzzy':
      return `${showField(node.field)}${JSON.stringify(node.text)}~${node.distance}${showBoost(node.boost)}`;
    case 'range':
      return `${showField(node.field)}${showLow(node.low)} .. ${showHigh(node.high)}${showBoost(node.boost)}`;
    case 'regex':
      return `${showField(node.field)}/${node.source}/${showBoost(node.boost)}`;
    case 'exists':
      return `exists ${showPattern(node.field.pattern)}`;
    case 'bool':
      return `(${[
        ...node.must.map((child) => `+${showQuery(child)}`),
        ...node.should.map(showQuery),
        ...node.mustNot.map((child) => `-${showQuery(child)}`),
      ].join(' ')})${showBoost(node.boost)}`;
  }
}

function showField(field: FieldName | null): string {
  return field === null ? '' : `${showPattern(field.pattern)}=`;
}

function showPattern(pattern: Pattern): string {
  return pattern.map((part) => (typeof part === 'string' ? part.replace(/[*?]/g, '[$&]') : part.wildcard)).join('');
}

function showLow(bound: Bound | null): string {
  return bound === null ? '' : `${bound.inclusive ? '>=' : '>'} ${bound.value}`;
}

function showHigh(bound: Bound | null): string {
  return bound === null ? '' : `${bound.inclusive ? '<=' : '<'} ${bound.value}`;
}

function showBoost(boost: number): string {
  return boost === 1 ? '' : `^${boost}`;
}
