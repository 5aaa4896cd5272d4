import { MAX_BOOST, syntaxError } from './limits.ts';
import { isSpace, type Operator, readEscape, scanRange, scanWord, type Token } from './scanners.ts';

const NUMBER = /\d+(?:\.\d+)?/y;

const PUNCTUATION: ReadonlyMap<string, Operator> = new Map([
  ['(', 'open'],
  [')', 'close'],
  [':', 'colon'],
]);

const PREFIXES: ReadonlyMap<string, Operator> = new Map([
  ['+', 'plus'],
  ['-', 'minus'],
  ['!', 'not'],
]);

/**
 * Splits query text into tokens by the rules of Lucene's classic query parser; the last one is `end`. It differs only
 * where that parser fails: a slash inside a word is a slash, an address (`https://…`) is one word, and `+`, `-`, `!`
 * without anything after them are words.
 * One pass over the text.
 *
 * @throws Problem `invalid-query` (400) with the position of what is wrong
 */
export function lex(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (isSpace(text[at])) {
      at += 1;
      continue;
    }
    const token = scan(text, at);
    tokens.push(token);
    at = token.end;
  }
  tokens.push({ kind: 'end', position: text.length, end: text.length });
  return tokens;
}

function scan(text: string, position: number): Token {
  const character = text.charAt(position);
  const end = position + 1;
  const punctuation = PUNCTUATION.get(character);
  if (punctuation !== undefined) return { kind: punctuation, position, end };
  const prefix = PREFIXES.get(character);
  if (prefix !== undefined) {
    const bare = end >= text.length || isSpace(text[end]) || text[end] === ')';
    return bare
      ? { kind: 'word', pattern: [character], address: false, comparison: null, position, end }
      : { kind: prefix, position, end };
  }
  switch (character) {
    case '"':
      return scanQuoted(text, position);
    case '/':
      return scanRegex(text, position);
    case '[':
    case '{':
      return scanRange(text, position);
    case '~':
      return scanTilde(text, position);
    case '^':
      return scanBoost(text, position);
    case ']':
    case '}':
      throw syntaxError(`Unexpected "${character}": no range is open here`, position);
    default:
      return scanWord(text, position);
  }
}

function scanQuoted(text: string, position: number): Token {
  let content = '';
  let at = position + 1;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '"') return { kind: 'quoted', text: content, position, end: at + 1 };
    if (character === '\\') {
      const escaped = readEscape(text, at);
      content += escaped.character;
      at = escaped.end;
    } else {
      content += character;
      at += 1;
    }
  }
  throw syntaxError('The quotation mark that opens here is never closed', position);
}

/** The source keeps its escapes, which belong to the regular expression, except the escape of the slash. */
function scanRegex(text: string, position: number): Token {
  let source = '';
  for (let at = position + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '/') return { kind: 'regex', source, position, end: at + 1 };
    if (character === '\\' && at + 1 < text.length) {
      at += 1;
      source += text.charAt(at) === '/' ? '/' : `\\${text.charAt(at)}`;
    } else {
      source += character;
    }
  }
  throw syntaxError(
    'A regular expression begins here and has no closing slash; a plain slash is written "\\/"',
    position,
  );
}

function scanTilde(text: string, position: number): Token {
  const digits = numberAt(text, position + 1);
  const value = digits === null ? null : Number(digits);
  return { kind: 'tilde', value, position, end: position + 1 + (digits?.length ?? 0) };
}

function scanBoost(text: string, position: number): Token {
  const digits = numberAt(text, position + 1);
  if (digits === null || Number(digits) > MAX_BOOST) {
    throw syntaxError(`A boost is "^" and a number from 0 to ${MAX_BOOST}, such as "^2.5"`, position);
  }
  return { kind: 'boost', value: Number(digits), position, end: position + 1 + digits.length };
}

function numberAt(text: string, position: number): string | null {
  NUMBER.lastIndex = position;
  return NUMBER.exec(text)?.[0] ?? null;
}
