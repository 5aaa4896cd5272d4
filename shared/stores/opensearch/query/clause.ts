import type { Pattern } from '../../../repository/search/syntax-tree.ts';
import type { Query } from '../engine/api-types.ts';

/** A condition on objects. Clauses do not score: relevance is computed separately (`search.ts`). */
export type Clause =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  /** The field has one of these terms. */
  | { readonly kind: 'terms'; readonly field: string; readonly terms: readonly string[] }
  | { readonly kind: 'some'; readonly query: Query };

export const ALL: Clause = { kind: 'all' };
export const NONE: Clause = { kind: 'none' };

/** The engine's limit for the length of one list of terms. */
const MAX_TERMS = 65_536;

export function term(field: string, value: string): Clause {
  return { kind: 'terms', field, terms: [value] };
}

export function matching(query: Query): Clause {
  return { kind: 'some', query };
}

export function and(clauses: readonly Clause[]): Clause {
  if (clauses.some(({ kind }) => kind === 'none')) return NONE;
  const parts = clauses.filter(({ kind }) => kind !== 'all');
  const [first] = parts;
  if (first === undefined) return ALL;
  return parts.length === 1 ? first : matching({ bool: { filter: parts.map(toQuery) } });
}

export function or(clauses: readonly Clause[]): Clause {
  if (clauses.some(({ kind }) => kind === 'all')) return ALL;
  const parts = mergeTerms(clauses.filter(({ kind }) => kind !== 'none'));
  const [first] = parts;
  if (first === undefined) return NONE;
  return parts.length === 1 ? first : matching({ bool: { should: parts.map(toQuery), minimum_should_match: 1 } });
}

export function not(clause: Clause): Clause {
  if (clause.kind === 'all') return NONE;
  if (clause.kind === 'none') return ALL;
  return matching({ bool: { must_not: [toQuery(clause)] } });
}

/** The clause as a query of the engine. */
export function toQuery(clause: Clause): Query {
  switch (clause.kind) {
    case 'all':
      return { match_all: {} };
    case 'none':
      return { match_none: {} };
    case 'terms': {
      const [only] = clause.terms;
      return only !== undefined && clause.terms.length === 1
        ? { term: { [clause.field]: only } }
        : { terms: { [clause.field]: clause.terms } };
    }
    case 'some':
      return clause.query;
  }
}

/** Merges terms of one field into one list: the engine limits the number of clauses much more than the length of lists. */
function mergeTerms(clauses: readonly Clause[]): Clause[] {
  const lists = new Map<string, Set<string>>();
  const others: Clause[] = [];
  for (const clause of clauses) {
    const list = clause.kind === 'terms' ? (lists.get(clause.field) ?? new Set()) : null;
    if (clause.kind !== 'terms' || list === null || list.size + clause.terms.length > MAX_TERMS) {
      others.push(clause);
      continue;
    }
    for (const one of clause.terms) list.add(one);
    lists.set(clause.field, list);
  }
  return [...[...lists].map(([field, terms]): Clause => ({ kind: 'terms', field, terms: [...terms] })), ...others];
}

/** The text of a pattern in the engine's `wildcard` query, where `*`, `?` and the backslash are special. */
export function wildcardText(pattern: Pattern): string {
  return pattern.map((part) => (typeof part === 'string' ? part.replace(/[\\*?]/g, '\\$&') : part.wildcard)).join('');
}
