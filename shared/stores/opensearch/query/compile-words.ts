import { autoDistance } from '../../../repository/search/edit-distance.ts';
import { literalText, matchesEverything } from '../../../repository/search/pattern.ts';
import type { Pattern } from '../../../repository/search/syntax-tree.ts';
import { keyOfToken, tokenize } from '../../../repository/search/tokenizer.ts';
import { normalizeText } from '../../../repository/search/words.ts';
import { fieldedTerm, pathTerm } from '../publish/terms.ts';
import { ALL, type Clause, matching, NONE, or, term, wildcardText } from './clause.ts';
import type { Scope } from './scope.ts';

/** Where words are searched: in all values, or at these paths. */
export type Places = readonly string[] | null;

/** A field of the index, and the prefix of each word there. */
type Spot = { readonly field: 'words' | 'fielded'; readonly before: string };

/** Objects with these tokens in a row. Callers who proved a key also find it in protected parts. */
export function phraseClause(scope: Scope, tokens: readonly string[], slop: number, places: Places): Clause {
  const clauses = spotsOf(scope, places).map(({ field, before }) => {
    const [only = '', ...others] = tokens.map((token) => before + token);
    if (others.length === 0) return term(field, only);
    return matching({ match_phrase: { [field]: { query: [only, ...others].join(' '), slop } } });
  });
  const key = tokens.length === 1 ? keyOfToken(tokens[0] ?? '') : null;
  if (key !== null && scope.proves(key)) clauses.push(term('participants', key));
  return or(clauses);
}

/** Objects with all these tokens anywhere: a superset of the objects with any phrase of them. */
export function allTokens(tokens: readonly string[]): Clause {
  const [first, ...others] = tokens.map((token) => term('words', token));
  if (first === undefined) return NONE;
  return others.length === 0
    ? first
    : matching({ bool: { filter: tokens.map((token) => ({ term: { words: token } })) } });
}

/** Objects with a word that matches a pattern. */
export function wildcardClause(scope: Scope, pattern: Pattern, places: Places): Clause {
  if (matchesEverything(pattern)) return places === null ? ALL : presentAt(places);
  const normalized = normalizePattern(pattern);
  const literal = literalText(normalized);
  if (literal !== null) return or(spotsOf(scope, places).map(({ field, before }) => term(field, before + literal)));
  const prefix = prefixOf(normalized);
  return or(
    spotsOf(scope, places).map(({ field, before }) => {
      if (prefix !== null) return matching({ prefix: { [field]: { value: before + prefix } } });
      return matching({ wildcard: { [field]: { value: wildcardText([before, ...normalized]) } } });
    }),
  );
}

export function normalizePattern(pattern: Pattern): Pattern {
  return pattern.map((part) => (typeof part === 'string' ? normalizeText(part) : part));
}

/** The prefix of a pattern that consists of a prefix and `*`; null for any other pattern. */
export function prefixOf([first, ...rest]: Pattern): string | null {
  return typeof first === 'string' && matchesEverything(rest) ? first : null;
}

/** Objects with a word within an edit distance of a term. */
export function fuzzyClause(scope: Scope, text: string, distance: number | 'auto', places: Places): Clause {
  const tokens = tokenize(text);
  const [word = ''] = tokens.length === 1 ? tokens : [normalizeText(text)];
  const fuzziness = distance === 'auto' ? autoDistance([...word].length) : distance;
  return or(
    spotsOf(scope, places).map(({ field, before }) => {
      if (fuzziness === 0) return term(field, before + word);
      const limits = { fuzziness, prefix_length: before.length, transpositions: true, rewrite: 'constant_score' };
      return matching({ fuzzy: { [field]: { value: before + word, ...limits } } });
    }),
  );
}

/** Objects with a value at one of these paths. */
export function presentAt(paths: readonly string[]): Clause {
  return paths.length === 0 ? NONE : { kind: 'terms', field: 'present', terms: paths };
}

function spotsOf(scope: Scope, places: Places): readonly Spot[] {
  scope.spend(places?.length ?? 1);
  if (places === null) return [{ field: 'words', before: '' }];
  return places.map((path) => ({ field: 'fielded', before: fieldedTerm(path, '') }));
}

/** The prefix of all values at a path. */
export function valuesAt(path: string): string {
  return `${pathTerm(path)}=`;
}
