import { Problem } from '../../../errors/problem.ts';
import { below, compilePattern, literalText, withoutKeyword } from '../../../search/pattern.ts';
import type { FieldName, Pattern } from '../../../search/syntax-tree.ts';
import { presenceTerm } from '../index/terms.ts';
import type { Scope } from './scope.ts';

/** Fields to which one pattern over field names may expand. */
const MAX_FIELDS = 256;

/** The paths, by number, to which a field name resolves. */
export type Fields = {
  /** For words. */
  readonly words: readonly number[];
  /** For whole values, when the name ends in `.keyword`. */
  readonly values: readonly number[];
};

/** @throws Problem `query-too-broad` when a pattern expands to more than {@link MAX_FIELDS} fields that the caller can find */
export function resolveFields(scope: Scope, field: FieldName): Fields {
  const plain = withoutKeyword(field.pattern);
  return { words: pathsLike(scope, field.pattern), values: plain === null ? [] : pathsLike(scope, plain) };
}

/** The paths of a field name, with or without `.keyword`, and the paths below them. */
export function resolveTree(scope: Scope, field: FieldName): readonly number[] {
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
      throw new Problem('query-too-broad', `A pattern over field names stands for more than ${MAX_FIELDS} fields.`);
    }
  }
  scope.spend(found.length);
  return found;
}
