import { Problem } from '../../base/errors/problem.ts';
import { compilePattern, starPattern } from './pattern.ts';
import type { Pattern, TypeKeyFilter } from './syntax-tree.ts';

/** Maximum length of a hint, in characters. */
const MAX_LENGTH = 4096;

const MAX_PATTERNS = 64;

/**
 * Reads an index hint: patterns over type keys, separated by commas; `*` is any text, a leading `-` excludes
 * (specification: Search request parameters). A hint with exclusions only matches all other type keys, an empty hint all.
 *
 * Type keys are data: a hint matches current objects only, whatever it contains (specification: Search rules 2).
 *
 * @param where name of the parameter that the hint came in
 * @throws Problem `invalid-parameter` (400, where `where`) for characters other than `a-z 0-9 . * , _ -`, for two dots
 *   in a row, and above the limits
 */
export function parseIndexHint(text: string, where = 'index_hint'): TypeKeyFilter {
  const refused = (what: string, position?: number): Problem => {
    const extras = position === undefined ? { where } : { where, position };
    return new Problem('invalid-parameter', `"${where}" ${what}.`, extras);
  };
  if (text.length > MAX_LENGTH) throw refused(`is longer than ${MAX_LENGTH} characters`);
  const bad = /[^a-z0-9.*,_-]/u.exec(text);
  if (bad !== null) throw refused(`holds a character that is not one of a-z 0-9 . * , _ -`, bad.index);
  if (text.includes('..')) throw refused('holds two dots in a row', text.indexOf('..'));
  const parts = text.split(',').filter((part) => part !== '');
  if (parts.length > MAX_PATTERNS) throw refused(`holds more than ${MAX_PATTERNS} patterns`);
  const include: Pattern[] = [];
  const exclude: Pattern[] = [];
  for (const part of parts) {
    if (part === '-') throw refused('excludes something without a name');
    if (part.startsWith('-')) exclude.push(starPattern(part.slice(1)));
    else include.push(starPattern(part));
  }
  return { include: include.length > 0 ? include : [starPattern('*')], exclude };
}

/** Compiles a filter to a predicate over type keys. */
export function compileTypeKeyFilter(filter: TypeKeyFilter): (typeKey: string) => boolean {
  const include = filter.include.map(compilePattern);
  const exclude = filter.exclude.map(compilePattern);
  return (typeKey) => include.some((matches) => matches(typeKey)) && !exclude.some((matches) => matches(typeKey));
}
