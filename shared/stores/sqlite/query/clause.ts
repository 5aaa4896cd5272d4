/** A condition in SQL over `f.rowid`, a document, with the values of its parameters in order. */
export type Check = { readonly sql: string; readonly values: readonly (string | number)[] };

/**
 * A compiled query: documents for which both `match` and `check` hold.
 *
 * `match` is an FTS5 expression, null when the full-text index cannot narrow the search. `check` is null when `match` is sufficient.
 * `alone` means that `check` is sufficient and `match` only an optimization.
 */
export type Clause =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | {
      readonly kind: 'some';
      readonly match: string | null;
      readonly check: Check | null;
      readonly alone: boolean;
      readonly depth: number;
    };

type Some = Extract<Clause, { kind: 'some' }>;

export const ALL: Clause = { kind: 'all' };
export const NONE: Clause = { kind: 'none' };

/** The parser of FTS5 accepts about 30 levels; deeper conditions become subqueries. */
const MAX_DEPTH = 8;

/** Documents with these terms in sequence. The terms are encoded (`index/index-entry.ts`). */
export function phrase(...terms: readonly string[]): Clause {
  return matching(`"${terms.join(' ')}"`);
}

/** Documents with a term that begins so. */
export function prefix(beginning: string): Clause {
  return matching(`"${beginning}" *`);
}

/** Documents that match an FTS5 expression. */
export function matching(match: string): Clause {
  return { kind: 'some', match, check: null, alone: false, depth: 1 };
}

/** Documents that fulfil an SQL condition; all of them match `within`. */
export function checking(check: Check, within: Clause = ALL): Clause {
  if (within.kind === 'none') return NONE;
  const match = within.kind === 'some' && within.check === null ? within.match : null;
  return { kind: 'some', match, check, alone: true, depth: 1 };
}

/** Algebra over clauses, for one caller. */
export type Algebra = {
  and(clauses: readonly Clause[]): Clause;
  or(clauses: readonly Clause[]): Clause;
  not(clause: Clause): Clause;
};

/**
 * @param visible FTS5 expression for what the caller may find: part of every subquery, so that other documents are never read
 */
export function createAlgebra(visible: string): Algebra {
  function toCheck(clause: Some): Check {
    if (clause.check !== null && (clause.alone || clause.match === null)) return clause.check;
    const inner: Check = {
      sql: '+f.rowid IN (SELECT rowid FROM terms WHERE terms MATCH ?)',
      values: [`(${visible}) AND (${clause.match ?? visible})`],
    };
    return clause.check === null ? inner : joined([inner, clause.check], 'AND');
  }

  function limited(clause: Some): Some {
    if (clause.depth <= MAX_DEPTH) return clause;
    return { kind: 'some', match: null, check: toCheck(clause), alone: true, depth: 1 };
  }

  function and(clauses: readonly Clause[]): Clause {
    if (clauses.some((clause) => clause.kind === 'none')) return NONE;
    const parts = clauses.filter((clause) => clause.kind === 'some');
    const [first] = parts;
    if (first === undefined) return ALL;
    if (parts.length === 1) return first;
    const matches = parts.flatMap(({ match }) => (match === null ? [] : [match]));
    const checks = parts.flatMap(({ check }) => (check === null ? [] : [check]));
    return limited({
      kind: 'some',
      match: matches.length === 0 ? null : joinMatches(matches, 'AND'),
      check: checks.length === 0 ? null : joined(checks, 'AND'),
      alone: parts.every(({ check, alone }) => check !== null && alone),
      depth: depthOver(parts),
    });
  }

  function or(clauses: readonly Clause[]): Clause {
    if (clauses.some((clause) => clause.kind === 'all')) return ALL;
    const parts = clauses.filter((clause) => clause.kind === 'some');
    const [first] = parts;
    if (first === undefined) return NONE;
    if (parts.length === 1) return first;
    const matches = parts.flatMap(({ match }) => (match === null ? [] : [match]));
    const exact = parts.every(({ check }) => check === null);
    return limited({
      kind: 'some',
      match: matches.length === parts.length ? joinMatches(matches, 'OR') : null,
      check: exact ? null : joined(parts.map(toCheck), 'OR'),
      alone: !exact,
      depth: depthOver(parts),
    });
  }

  function not(clause: Clause): Clause {
    if (clause.kind === 'all') return NONE;
    if (clause.kind === 'none') return ALL;
    if (clause.check === null && clause.match !== null) {
      return limited({ ...clause, match: `(${visible}) NOT (${clause.match})`, depth: clause.depth + 2 });
    }
    const check = toCheck(clause);
    return { kind: 'some', match: null, check: { ...check, sql: `NOT (${check.sql})` }, alone: true, depth: 1 };
  }

  return { and, or, not };
}

function joinMatches(matches: readonly string[], operator: 'AND' | 'OR'): string {
  return matches.map((match) => `(${match})`).join(` ${operator} `);
}

function joined(checks: readonly Check[], operator: 'AND' | 'OR'): Check {
  return {
    sql: checks.map((check) => `(${check.sql})`).join(` ${operator} `),
    values: checks.flatMap((check) => check.values),
  };
}

function depthOver(parts: readonly Some[]): number {
  return parts.reduce((deepest, part) => Math.max(deepest, 1 + part.depth), 1);
}
