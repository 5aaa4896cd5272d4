import { Problem } from '../../../../shared/base/errors/problem.ts';
import { type Json, parseJson } from '../../../../shared/repository/linked-data/json.ts';

/** Maximum number of JSON values in an answer. */
const MAX_VALUES = 20_000;

/** The JSON in the text of a model. */
export type AnswerJson = {
  readonly value: Json;
  /** Whether the text is truncated or faulty: the value then has the complete elements before that place. */
  readonly isPart: boolean;
};

/**
 * The JSON in the text of a model, without surrounding text such as a Markdown fence or a sentence; for a truncated text, only the
 * complete elements.
 *
 * @returns null when there is none
 */
export function answerJson(text: string): AnswerJson | null {
  const start = text.search(/[{[]/);
  if (start === -1) return null;
  const { end, cut } = scan(text, start, text.length);
  const whole = end === null ? undefined : parsed(text.slice(start, end));
  if (whole !== undefined) return { value: whole, isPart: false };
  if (cut === null) return null;
  const closing = scan(text, start, cut).open.toReversed().join('');
  const part = parsed(text.slice(start, cut) + closing);
  return part === undefined ? null : { value: part, isPart: true };
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
 * Scans the value that begins at `start`.
 *
 * @returns the end of the value, null if there is none before `until`; the last place after an element of an array; the characters that
 *   would close the arrays and objects that are open at the end
 */
function scan(
  text: string,
  start: number,
  until: number,
): { readonly end: number | null; readonly cut: number | null; readonly open: readonly string[] } {
  const open: string[] = [];
  let cut: number | null = null;
  for (let at = start; at < until; at++) {
    const character = text.charAt(at);
    if (character === '"') {
      at = endOfString(text, at);
      continue;
    }
    const closing = CLOSING[character];
    if (closing !== undefined) open.push(closing);
    else if (character === '}' || character === ']') {
      if (open.pop() !== character) return { end: null, cut, open };
      if (open.length === 0) return { end: at + 1, cut, open };
      if (open.at(-1) === ']') cut = at + 1;
    }
  }
  return { end: null, cut, open };
}

/** The position of the quotation mark that ends a string, or the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '\\') at++;
    else if (character === '"') return at;
  }
  return text.length;
}
