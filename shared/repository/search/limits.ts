import { Problem } from '../../base/errors/problem.ts';

/** Maximum length of a query, in UTF-16 units: room for {@link MAX_CLAUSES} ids or public keys of usual length. */
export const MAX_QUERY_LENGTH = 262_144;

/** Maximum number of terms, phrases, ranges and so on in one query, counted together. */
export const MAX_CLAUSES = 1024;

/** Maximum depth of nested groups. */
export const MAX_GROUP_DEPTH = 50;

/** Maximum number of terms of one query that can match many words: wildcards, fuzzy terms, regular expressions. */
export const MAX_EXPANDING_TERMS = 100;

/** Maximum length of a pattern, a field name or a regular expression, in UTF-16 units. */
export const MAX_PATTERN_LENGTH = 512;

/** Maximum number of wildcards in one pattern. */
export const MAX_WILDCARDS = 16;

/** Maximum number of words that may be missing or out of place in a sloppy phrase. */
export const MAX_SLOP = 1000;

export const MAX_BOOST = 1000;

/** The query does not follow the grammar. `position` is zero-based, in UTF-16 units. */
export function syntaxError(what: string, position: number): Problem {
  return new Problem('invalid-query', `${what} (position ${position}).`, { where: 'q', position });
}

/** The query is well formed but exceeds a limit. */
export function tooBroad(what: string, position: number): Problem {
  return new Problem('query-too-broad', `${what} (position ${position}).`, { where: 'q', position });
}
