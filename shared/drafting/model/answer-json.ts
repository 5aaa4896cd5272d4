import { Problem } from '../../errors/problem.ts';
import { type Json, parseJson } from '../../linked-data/json.ts';

/** Values of an answer. */
const MAX_VALUES = 20_000;

/**
 * The JSON in the text of a model, without what surrounds it, such as a Markdown fence or a sentence; of a truncated text, its
 * complete elements.
 *
 * @returns undefined when there is none
 */
export function answerJson(text: string): Json | undefined {
  const start = text.search(/[{[]/);
  if (start === -1) return undefined;
  const { end, cut } = scan(text, start);
  const whole = end === null ? undefined : parsed(text.slice(start, end));
  return whole ?? (cut === null ? undefined : parsed(text.slice(start, cut.end) + cut.closing));
}

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text, 'The answer', MAX_VALUES);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/**
 * Where the value that begins at `start` ends, null if it does not; and the last place after an element of an array, with what would
 * close the arrays and objects that are open there.
 */
function scan(
  text: string,
  start: number,
): { readonly end: number | null; readonly cut: { readonly end: number; readonly closing: string } | null } {
  const open: string[] = [];
  let cut: { readonly end: number; readonly closing: string } | null = null;
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') {
      at = endOfString(text, at);
      continue;
    }
    const closing = CLOSING[character];
    if (closing !== undefined) open.push(closing);
    else if (character === '}' || character === ']') {
      if (open.pop() !== character) return { end: null, cut };
      if (open.length === 0) return { end: at + 1, cut };
      if (open.at(-1) === ']') cut = { end: at + 1, closing: open.toReversed().join('') };
    }
  }
  return { end: null, cut };
}

/** The place of the quotation mark that ends a string; the end of the text where none does. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '\\') at++;
    else if (character === '"') return at;
  }
  return text.length;
}
