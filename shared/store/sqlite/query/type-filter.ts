import { compilePattern } from '../../../search/pattern.ts';
import type { TypeKeyFilter } from '../../../search/syntax-tree.ts';
import { typeTerm } from '../index/terms.ts';
import { ALL, type Clause, checking, NONE, phrase } from './clause.ts';
import type { Scope } from './scope.ts';

/** Up to this number, type keys are terms of the index expression. */
const MAX_TYPE_TERMS = 64;

/** Objects whose type key passes the filter. */
export function typeClause(scope: Scope, filter: TypeKeyFilter | null): Clause {
  if (filter === null) return ALL;
  const included = filter.include.map(compilePattern);
  const excluded = filter.exclude.map(compilePattern);
  const names = scope.library.typeKeys.names();
  const passing = names
    .filter(([name]) => included.some((test) => test(name)) && !excluded.some((test) => test(name)))
    .map(([, type]) => type);
  if (passing.length === names.length) return ALL;
  if (passing.length === 0) return NONE;
  if (passing.length <= MAX_TYPE_TERMS) return scope.algebra.or(passing.map((type) => phrase(typeTerm(type))));
  return checking({
    sql: 'EXISTS (SELECT 1 FROM entries e WHERE e.doc = f.rowid AND e.type IN (SELECT value FROM json_each(?)))',
    values: [JSON.stringify(passing)],
  });
}
