import { autoDistance, withinDistance } from '../../../repository/search/edit-distance.ts';
import { compilePattern, literalText, matchesEverything } from '../../../repository/search/pattern.ts';
import type { FieldName, Pattern } from '../../../repository/search/syntax-tree.ts';
import { keyOfToken, tokenize } from '../../../repository/search/tokenizer.ts';
import { normalizeText } from '../../../repository/search/words.ts';
import { fieldTerm, participantTerm, presenceTerm, wordTerm } from '../index/index-entry.ts';
import { ALL, type Clause, matching, phrase, prefix } from './clause.ts';
import { expandWords, type WordTest } from './expand-words.ts';
import type { Scope } from './scope.ts';

/** The paths, by number, in which words are searched; null: all. */
export type Places = readonly number[] | null;

/** Documents with these tokens in sequence. A caller finds its own key in protected parts, too. */
export function phraseClause(scope: Scope, tokens: readonly string[], places: Places): Clause {
  const clauses = placedTerms(places, (term) => phrase(...tokens.map(term)));
  const key = tokens.length === 1 ? keyOfToken(tokens[0] ?? '') : null;
  if (key !== null && scope.proves(key)) clauses.push(phrase(participantTerm(key)));
  return scope.algebra.or(clauses);
}

/** Documents with a word that matches a pattern. */
export function wildcardClause(scope: Scope, pattern: Pattern, places: Places): Clause {
  if (matchesEverything(pattern)) return anyWord(scope, places);
  const normalized = pattern.map((part) => (typeof part === 'string' ? normalizeText(part) : part));
  const literal = literalText(normalized);
  if (literal !== null) return wordsClause(scope, [literal], places);
  const [beginning, ...rest] = normalized;
  if (typeof beginning === 'string' && matchesEverything(rest)) {
    return scope.algebra.or(placedTerms(places, (term) => prefix(term(beginning))));
  }
  const filter = { sql: 'instr(word, ?) > 0', values: [longestText(normalized)] };
  const test = {
    beginning: typeof beginning === 'string' ? beginning : '',
    filter,
    accepts: compilePattern(normalized),
  };
  return expanded(scope, test, places);
}

/** Documents with a word within an edit distance of a term. */
export function fuzzyClause(scope: Scope, text: string, distance: number | 'auto', places: Places): Clause {
  const tokens = tokenize(text);
  const [term = ''] = tokens.length === 1 ? tokens : [normalizeText(text)];
  const { length } = [...term];
  const limit = distance === 'auto' ? autoDistance(length) : distance;
  if (limit === 0) return wordsClause(scope, [term], places);
  const filter = { sql: 'length(word) BETWEEN ? AND ?', values: [length - limit, length + limit] };
  return expanded(scope, { beginning: '', filter, accepts: withinDistance(term, limit) }, places);
}

/** Documents with a value at one of these paths. */
export function presenceClause(scope: Scope, paths: readonly number[]): Clause {
  return scope.algebra.or(paths.map((path) => phrase(presenceTerm(path))));
}

/** The paths of a field; null for all fields. */
export function placesOf(field: FieldName | null, words: readonly number[]): Places {
  return field === null ? null : words;
}

/** For each path, how a token becomes a term. */
export function termsAt(places: Places): readonly ((token: string) => string)[] {
  return places === null ? [wordTerm] : places.map((path) => (token: string) => fieldTerm(path, token));
}

function placedTerms(places: Places, make: (term: (token: string) => string) => Clause): Clause[] {
  return termsAt(places).map(make);
}

function anyWord(scope: Scope, places: Places): Clause {
  return places === null ? ALL : presenceClause(scope, places);
}

function longestText(pattern: Pattern): string {
  const texts = pattern.filter((part) => typeof part === 'string');
  return texts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}

function expanded(scope: Scope, test: WordTest, places: Places): Clause {
  const terms = termsAt(places);
  const isSeen = (word: string) => terms.some((term) => scope.seesTerm(term(word)));
  return wordsClause(scope, expandWords(scope, test, isSeen), places);
}

function wordsClause(scope: Scope, words: readonly string[], places: Places): Clause {
  if (words.length === 0) return scope.algebra.or([]);
  return scope.algebra.or(placedTerms(places, (term) => matching(words.map((word) => `"${term(word)}"`).join(' OR '))));
}
