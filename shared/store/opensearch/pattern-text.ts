import type { Pattern } from '../../search/syntax-tree.ts';

/** A pattern for the engine's `wildcard` query, which knows `*`, `?` and the backslash. */
export function wildcardText(pattern: Pattern): string {
  return pattern.map((part) => (typeof part === 'string' ? part.replace(/[\\*?]/g, '\\$&') : part.wildcard)).join('');
}

/** A pattern as a regular expression of Lucene, for aggregations. */
export function regexText(pattern: Pattern): string {
  return pattern
    .map((part) => {
      if (typeof part === 'string') return part.replace(/[.?+*|{}[\]()"\\#@&<>~^$-]/g, '\\$&');
      return part.wildcard === '*' ? '.*' : '.';
    })
    .join('');
}
