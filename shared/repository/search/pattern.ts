import type { Pattern } from './syntax-tree.ts';

/** The part between two `*`: literal texts, and null for any one character. */
type Segment = readonly (string | null)[];

/**
 * Compiles a pattern to a predicate for texts that match as a whole, without case folding. `*` is any text, `?` one Unicode
 * character. Without backtracking: at most |pattern| x |text| steps, and one pass for patterns without `?`.
 */
export function compilePattern(pattern: Pattern): (text: string) => boolean {
  const [first = [], ...middle] = segmentsOf(pattern);
  const last = middle.pop();
  if (last === undefined) return (text) => matchAt(first, text, 0) === text.length;
  return (text) => {
    let position = matchAt(first, text, 0);
    for (const segment of middle) {
      if (position === -1) return false;
      position = find(segment, text, position);
    }
    return position !== -1 && matchesEnd(last, text, position);
  };
}

/** The text of a pattern that has no wildcards; null when it has some. */
export function literalText(pattern: Pattern): string | null {
  return pattern.every((part) => typeof part === 'string') ? pattern.join('') : null;
}

/** The pattern of a text in which every `*` is a wildcard, as in index hints and field names. */
export function starPattern(text: string): Pattern {
  const parts = text.split(/(\*+)/).filter((part) => part !== '');
  return parts.map((part) => (part.startsWith('*') ? { wildcard: '*' } : part));
}

/** Whether a pattern, such as `*`, matches any text. */
export function matchesEverything(pattern: Pattern): boolean {
  return pattern.length > 0 && pattern.every((part) => typeof part !== 'string' && part.wildcard === '*');
}

function segmentsOf(pattern: Pattern): Segment[] {
  let segment: (string | null)[] = [];
  const segments = [segment];
  for (const part of pattern) {
    if (typeof part === 'string') {
      segment.push(part);
    } else if (part.wildcard === '?') {
      segment.push(null);
    } else {
      segment = [];
      segments.push(segment);
    }
  }
  return segments;
}

/** @returns the end of the segment if it matches at `start`, or -1 */
function matchAt(segment: Segment, text: string, start: number): number {
  let at = start;
  for (const part of segment) {
    if (part === null) {
      if (at >= text.length) return -1;
      at += widthAt(text, at);
    } else {
      if (!text.startsWith(part, at)) return -1;
      at += part.length;
    }
  }
  return at;
}

/** @returns the end of the first match from `start` on, or -1 */
function find(segment: Segment, text: string, start: number): number {
  const [head] = segment;
  if (head === undefined) return start;
  for (let at = start; at <= text.length; at += widthAt(text, at)) {
    if (head !== null) {
      at = text.indexOf(head, at);
      if (at === -1) return -1;
    }
    const end = matchAt(segment, text, at);
    if (end !== -1) return end;
  }
  return -1;
}

function matchesEnd(segment: Segment, text: string, start: number): boolean {
  const at = segment.includes(null) ? stepBack(text, characters(segment)) : text.length - segment.join('').length;
  return at >= start && matchAt(segment, text, at) === text.length;
}

function characters(segment: Segment): number {
  return segment.reduce((sum, part) => sum + (part === null ? 1 : [...part].length), 0);
}

/** @returns the start of the last `count` characters, or -1 if there are fewer */
function stepBack(text: string, count: number): number {
  let at = text.length;
  for (let left = count; left > 0; left--) {
    if (at === 0) return -1;
    at -= at > 1 && widthAt(text, at - 2) === 2 ? 2 : 1;
  }
  return at;
}

function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

const EXACT = '.keyword';

/** The pattern over paths of a field name that ends in `.keyword` and so refers to whole values; null for other names. */
export function withoutKeyword(pattern: Pattern): Pattern | null {
  const last = pattern.at(-1);
  if (typeof last !== 'string' || !last.endsWith(EXACT)) return null;
  const rest = last.slice(0, -EXACT.length);
  return rest === '' ? pattern.slice(0, -1) : [...pattern.slice(0, -1), rest];
}

/** The pattern of all paths below the paths of another. */
export function below(pattern: Pattern): Pattern {
  return [...pattern, '.', { wildcard: '*' }];
}
