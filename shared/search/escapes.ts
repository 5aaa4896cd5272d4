import { syntaxError } from './limits.ts';

const UNICODE_ESCAPE = /u([0-9A-Fa-f]{4})/y;

/** One character of the query text with its escape taken off, and where the next one begins. */
export type Escaped = { readonly character: string; readonly end: number };

/**
 * Reads `\x` (any character x, itself) or `\uXXXX` (that UTF-16 unit).
 *
 * @param position where the backslash stands
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
