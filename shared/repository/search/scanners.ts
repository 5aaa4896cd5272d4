import { syntaxError } from './limits.ts';
import type { Bound, Pattern } from './syntax-tree.ts';

/** A piece of query text. `position` and `end` are its place in the text, UTF-16 units. */
export type Token = TokenContent & { readonly position: number; readonly end: number };

type TokenContent =
  | { readonly kind: Operator }
  | {
      readonly kind: 'word';
      /** Unescaped; an unescaped `*` or `?` is a wildcard. */
      readonly pattern: Pattern;
      /** It contains `://`: a URL, of which colons and question marks are part. */
      readonly address: boolean;
      /** The unescaped `>`, `>=`, `<` or `<=` at its beginning, which is part of `pattern` too. */
      readonly comparison: Comparison | null;
    }
  | { readonly kind: 'quoted'; readonly text: string }
  | { readonly kind: 'regex'; readonly source: string }
  | { readonly kind: 'range'; readonly low: Bound | null; readonly high: Bound | null }
  /** `~`, `~2` or `~0.8`. */
  | { readonly kind: 'tilde'; readonly value: number | null }
  /** `^2.5`. */
  | { readonly kind: 'boost'; readonly value: number };

export type Operator = 'open' | 'close' | 'colon' | 'and' | 'or' | 'not' | 'plus' | 'minus' | 'end';

export type Comparison = '>' | '>=' | '<' | '<=';

const UNICODE_ESCAPE = /u([0-9A-Fa-f]{4})/y;

/** One unescaped character of the query text, and the position after it. */
type Escaped = { readonly character: string; readonly end: number };

/**
 * Reads `\x` (any character x, itself) or `\uXXXX` (that UTF-16 unit).
 *
 * @param position of the backslash
 * @throws Problem `invalid-query` (400) when nothing follows it
 */
export function readEscape(text: string, position: number): Escaped {
  UNICODE_ESCAPE.lastIndex = position + 1;
  const code = UNICODE_ESCAPE.exec(text)?.[1];
  if (code !== undefined) return { character: String.fromCharCode(Number.parseInt(code, 16)), end: position + 6 };
  const codePoint = text.codePointAt(position + 1);
  if (codePoint === undefined)
    throw syntaxError('A backslash escapes the character after it, and none follows', position);
  const character = String.fromCodePoint(codePoint);
  return { character, end: position + 1 + character.length };
}

/** White space between the parts of a query. */
export function isSpace(character: string | undefined): boolean {
  return character !== undefined && ' \t\n\r\u3000'.includes(character);
}

/** Characters that end a word unless they are escaped. */
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
    if (endsWord(text.charAt(at), address)) break;
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

function endsWord(character: string, address: boolean): boolean {
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

const SHAPE =
  'A range is written "[low TO high]", with "{" and "}" for ends that do not belong to it and "*" for no end';

/** One end of a range: its text, or null when it is a plain `*`. */
type End = { readonly value: string | null; readonly end: number };

/**
 * Scans `[low TO high]`; either bracket may be a curly one, ends may be quoted.
 *
 * @param position of the opening bracket
 */
export function scanRange(text: string, position: number): Token {
  const low = scanEnd(text, skipSpace(text, position + 1), position);
  const to = skipSpace(text, low.end);
  if (!text.startsWith('TO', to) || !isSpace(text[to + 2])) throw syntaxError(SHAPE, position);
  const high = scanEnd(text, skipSpace(text, to + 2), position);
  const close = skipSpace(text, high.end);
  const bracket = text[close];
  if (bracket !== ']' && bracket !== '}') throw syntaxError(SHAPE, position);
  return {
    kind: 'range',
    low: low.value === null ? null : { value: low.value, inclusive: text[position] === '[' },
    high: high.value === null ? null : { value: high.value, inclusive: bracket === ']' },
    position,
    end: close + 1,
  };
}

function scanEnd(text: string, start: number, rangePosition: number): End {
  const quoted = text[start] === '"';
  let value = '';
  let at = quoted ? start + 1 : start;
  while (at < text.length && !endsBound(text.charAt(at), quoted)) {
    if (text[at] === '\\') {
      const escaped = readEscape(text, at);
      value += escaped.character;
      at = escaped.end;
    } else {
      value += text.charAt(at);
      at += 1;
    }
  }
  if (at >= text.length || at === start) throw syntaxError(SHAPE, rangePosition);
  if (quoted) return { value, end: at + 1 };
  return { value: text.slice(start, at) === '*' ? null : value, end: at };
}

function endsBound(character: string, quoted: boolean): boolean {
  return quoted ? character === '"' : isSpace(character) || character === ']' || character === '}';
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (isSpace(text[at])) at += 1;
  return at;
}
