import { isSpace, readEscape } from './escapes.ts';
import { syntaxError } from './limits.ts';
import type { Token } from './token.ts';

const SHAPE =
  'A range is written "[low TO high]", with "{" and "}" for ends that do not belong to it and "*" for no end';

/** One end of a range: its text, or null when it is a plain `*`. */
type End = { readonly value: string | null; readonly end: number };

/**
 * Scans `[low TO high]`; either bracket may be a curly one, ends may be quoted.
 *
 * @param position where the opening bracket stands
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
  while (at < text.length && !endsAt(text.charAt(at), quoted)) {
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

function endsAt(character: string, quoted: boolean): boolean {
  return quoted ? character === '"' : isSpace(character) || character === ']' || character === '}';
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (isSpace(text[at])) at += 1;
  return at;
}
