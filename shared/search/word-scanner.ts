import { isSpace, readEscape } from './escapes.ts';
import type { Pattern } from './syntax-tree.ts';
import type { Comparison, Operator, Token } from './token.ts';

/** Characters that end a word; a backslash before them makes them part of it. */
const STOPS = '!():^[]"{}~';

const KEYWORDS: ReadonlyMap<string, Operator> = new Map([
  ['AND', 'and'],
  ['&&', 'and'],
  ['OR', 'or'],
  ['||', 'or'],
  ['NOT', 'not'],
]);

const COMPARISONS: readonly Comparison[] = ['>=', '<=', '>', '<'];

/** Scans a word with its escapes and wildcards, or one of the operators that are written as words. */
export function scanWord(text: string, position: number): Token {
  const pattern: Pattern[number][] = [];
  let literal = '';
  let address = false;
  let at = position;
  while (at < text.length) {
    address ||= at > position && text.startsWith('://', at);
    if (endsAt(text.charAt(at), address)) break;
    const { part, end } = readPart(text, at, address);
    if (typeof part === 'string') {
      literal += part;
    } else {
      if (literal !== '') pattern.push(literal);
      literal = '';
      if (part.wildcard === '?' || !endsInStar(pattern)) pattern.push(part);
    }
    at = end;
  }
  if (literal !== '') pattern.push(literal);
  const keyword = at - position <= 3 ? KEYWORDS.get(text.slice(position, at)) : undefined;
  if (keyword !== undefined) return { kind: keyword, position, end: at };
  const comparison = COMPARISONS.find((sign) => text.startsWith(sign, position)) ?? null;
  return { kind: 'word', pattern, address, comparison, position, end: at };
}

function endsAt(character: string, address: boolean): boolean {
  return isSpace(character) || (STOPS.includes(character) && !(address && character === ':'));
}

function readPart(
  text: string,
  at: number,
  address: boolean,
): { readonly part: Pattern[number]; readonly end: number } {
  const character = text.charAt(at);
  if (character === '*' || (character === '?' && !address)) return { part: { wildcard: character }, end: at + 1 };
  if (character !== '\\') return { part: character, end: at + 1 };
  const escaped = readEscape(text, at);
  return { part: escaped.character, end: escaped.end };
}

/** Several `*` in a row mean the same as one. */
function endsInStar(pattern: Pattern): boolean {
  const last = pattern.at(-1);
  return typeof last === 'object' && last.wildcard === '*';
}
