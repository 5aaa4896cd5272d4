import { TIME_PATH } from '../../../repository/search/document.ts';
import type { SortKey } from '../../../repository/search/syntax-tree.ts';
import type { Row } from '../rows.ts';
import type { Check } from './clause.ts';
import type { Scope } from './scope.ts';

/** The values that a document is sorted by, in the order of the sort keys; null where it has none. */
export type SortValues = readonly (number | string | null)[];

/** A sort order as SQL over the columns `doc` and `k0`, `k1`, … of the matching documents. */
export type SortPlan = {
  /** The columns, over `f.rowid`. */
  readonly columns: string;
  readonly orderBy: string;
  /** Condition for the documents after a document with these values. */
  after(values: SortValues, doc: number): Check;
  valuesOf(row: Row): SortValues;
};

/**
 * A total order of documents: by the smallest (ascending) or largest (descending) value at each path, numbers before texts, texts by
 * code points, and newest first among equals.
 */
export function planSort(scope: Scope, keys: readonly SortKey[]): SortPlan {
  const names = keys.map((_, index) => `k${index}`);
  return {
    columns: keys.map((key, index) => `${valueColumn(scope, key)} AS k${index}`).join(', '),
    orderBy: [...keys.map((key, index) => orderTerm(key, `k${index}`)), 'doc DESC'].join(', '),
    after: (values, doc) => comesAfter(keys, values, doc),
    valuesOf: (row) =>
      names.map((name) => {
        const value = row[name];
        return typeof value === 'number' || typeof value === 'string' ? value : null;
      }),
  };
}

const TIME_COLUMN = '(SELECT v.time FROM objects o JOIN versions v ON v.number = o.head WHERE o.doc = f.rowid)';

function valueColumn(scope: Scope, key: SortKey): string {
  if (key.path === TIME_PATH) return TIME_COLUMN;
  const path = scope.library.paths.number(key.path);
  if (path === null) return 'NULL';
  // Values are stored in their order: the first one takes less time than an aggregate.
  return `(SELECT s.value FROM scalars s WHERE s.doc = f.rowid AND s.path = ${path} ORDER BY s.value ${key.order} LIMIT 1)`;
}

function orderTerm(key: SortKey, column: string): string {
  return `${column} ${key.order === 'asc' ? 'ASC' : 'DESC'} NULLS ${key.missing === 'first' ? 'FIRST' : 'LAST'}`;
}

/** One alternative per key: equal in all previous keys and after in this one; finally, equal in all keys and older. */
function comesAfter(keys: readonly SortKey[], values: SortValues, doc: number): Check {
  const alternatives: string[] = [];
  const parameters: (string | number)[] = [];
  const equal: string[] = [];
  const equalTo: (string | number)[] = [];
  for (const [index, key] of keys.entries()) {
    const column = `k${index}`;
    const value = values[index] ?? null;
    const beyond = beyondValue(key, column, value);
    if (beyond !== null) {
      alternatives.push([...equal, beyond].join(' AND '));
      parameters.push(...equalTo, ...(value === null ? [] : [value]));
    }
    equal.push(value === null ? `${column} IS NULL` : `${column} = ?`);
    if (value !== null) equalTo.push(value);
  }
  alternatives.push([...equal, 'doc < ?'].join(' AND '));
  parameters.push(...equalTo, doc);
  return { sql: alternatives.map((sql) => `(${sql})`).join(' OR '), values: parameters };
}

/** Null when no value comes after. */
function beyondValue(key: SortKey, column: string, value: number | string | null): string | null {
  if (value === null) return key.missing === 'first' ? `${column} IS NOT NULL` : null;
  const beyond = `${column} ${key.order === 'asc' ? '>' : '<'} ?`;
  return key.missing === 'last' ? `(${beyond} OR ${column} IS NULL)` : beyond;
}
