const MAX_LENGTH = 2000;
const MAX_NESTING = 10;
const OPERATORS: readonly PathOperator[] = ['==', '!=', '<=', '>=', '<', '>'];

/** Parses a JSONPath that begins with `$`; null for text that is not one or uses unsupported syntax. */
export function parseJsonPath(text: string): JsonPath | null {
  if (text.length > MAX_LENGTH) return null;
  try {
    const scanner = new PathScanner(text.trim());
    scanner.expect('$');
    const path = segments(scanner, 0);
    return scanner.done ? path : null;
  } catch (error) {
    if (error instanceof PathFault) return null;
    throw error;
  }
}

function segments(scanner: PathScanner, nesting: number): JsonPath {
  const path: PathSegment[] = [];
  for (;;) {
    const deep = scanner.skipBlanks().take('..');
    if (scanner.take('[')) path.push({ deep, selectors: bracket(scanner, nesting) });
    else if (deep || scanner.take('.')) path.push({ deep, selectors: [shorthand(scanner)] });
    else return path;
  }
}

function shorthand(scanner: PathScanner): PathSelector {
  if (scanner.take('*')) return { kind: 'all' };
  const name = scanner.match(/[A-Za-z_$@\u{80}-\u{10FFFF}][\w$@\u{80}-\u{10FFFF}-]*/uy);
  if (name === null) throw scanner.fault();
  return { kind: 'name', name };
}

function bracket(scanner: PathScanner, nesting: number): PathSelector[] {
  const selectors: PathSelector[] = [];
  do selectors.push(selector(scanner.skipBlanks(), nesting));
  while (scanner.skipBlanks().take(','));
  scanner.expect(']');
  return selectors;
}

function selector(scanner: PathScanner, nesting: number): PathSelector {
  if (scanner.take('*')) return { kind: 'all' };
  if (scanner.take('?')) return { kind: 'filter', test: either(scanner, nesting + 1) };
  const name = scanner.quoted();
  if (name !== null) return { kind: 'name', name };
  const start = integer(scanner);
  if (scanner.skipBlanks().take(':')) return slice(scanner, start);
  if (start === null) throw scanner.fault();
  return { kind: 'index', index: start };
}

function slice(scanner: PathScanner, start: number | null): PathSelector {
  const end = integer(scanner.skipBlanks());
  const step = scanner.skipBlanks().take(':') ? integer(scanner.skipBlanks()) : null;
  return { kind: 'slice', start, end, step: step ?? 1 };
}

/** An integer as RFC 9535 writes it, without leading zeros; null when none is next. */
function integer(scanner: PathScanner): number | null {
  const digits = scanner.match(/0|-?[1-9]\d{0,15}/y);
  return digits === null ? null : Number(digits);
}

function either(scanner: PathScanner, nesting: number): PathTest {
  if (nesting > MAX_NESTING) throw scanner.fault();
  const tests = [both(scanner, nesting)];
  while (scanner.skipBlanks().take('||')) tests.push(both(scanner, nesting));
  return { kind: 'or', tests };
}

function both(scanner: PathScanner, nesting: number): PathTest {
  const tests = [single(scanner, nesting)];
  while (scanner.skipBlanks().take('&&')) tests.push(single(scanner, nesting));
  return { kind: 'and', tests };
}

function single(scanner: PathScanner, nesting: number): PathTest {
  if (scanner.skipBlanks().take('(')) {
    const test = either(scanner, nesting + 1);
    scanner.skipBlanks().expect(')');
    return test;
  }
  if (scanner.take('!')) {
    if (nesting > MAX_NESTING) throw scanner.fault();
    return { kind: 'not', test: single(scanner, nesting + 1) };
  }
  const left = operand(scanner, nesting);
  scanner.skipBlanks();
  const operator = OPERATORS.find((text) => scanner.take(text));
  if (operator === '==' || operator === '!=') scanner.take('='); // older JSONPath also has === and !==, as JavaScript
  if (operator !== undefined) return { kind: 'compare', operator, left, right: operand(scanner.skipBlanks(), nesting) };
  if (left.kind === 'literal') throw scanner.fault();
  return { kind: 'exists', operand: left };
}

function operand(scanner: PathScanner, nesting: number): PathOperand {
  if (scanner.take('@')) return query(scanner, false, nesting);
  if (scanner.take('$')) return query(scanner, true, nesting);
  const text = scanner.quoted();
  if (text !== null) return { kind: 'literal', value: text };
  const word = scanner.match(/true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y);
  if (word === null) throw scanner.fault();
  return { kind: 'literal', value: literal(word) };
}

function query(scanner: PathScanner, fromRoot: boolean, nesting: number): PathQuery {
  return { kind: 'query', fromRoot, path: segments(scanner, nesting + 1) };
}

function literal(word: string): number | boolean | null {
  if (word === 'null') return null;
  return word === 'true' || (word !== 'false' && Number(word));
}

/** The text is not a supported JSONPath. */
class PathFault extends Error {}

/** Reads a text from left to right. */
class PathScanner {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get done(): boolean {
    return this.#position >= this.#text.length;
  }

  skipBlanks(): this {
    this.match(/[ \t\r\n]*/y);
    return this;
  }

  /** Skips the text when it is next. */
  take(text: string): boolean {
    if (!this.#text.startsWith(text, this.#position)) return false;
    this.#position += text.length;
    return true;
  }

  /** Skips the text, which must be next. */
  expect(text: string): void {
    if (!this.take(text)) throw new PathFault(`${text} is missing at position ${this.#position}`);
  }

  /** Skips and returns the match of a sticky pattern; null without a match. */
  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) return null;
    this.#position += found.length;
    return found;
  }

  /** A text in single or double quotes; null when none is next. */
  quoted(): string | null {
    const found = this.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/y);
    if (found === null) return null;
    const inner = found.slice(1, -1);
    const text = found.startsWith("'") ? inner.replaceAll("\\'", "'").replace(/(?<!\\)"/g, '\\"') : inner;
    try {
      return String(JSON.parse(`"${text}"`));
    } catch {
      throw new PathFault(`no text in quotes before position ${this.#position}`);
    }
  }

  fault(): PathFault {
    return new PathFault(`something unexpected at position ${this.#position}`);
  }
}

/** A parsed JSONPath (RFC 9535); functions are not supported. */
export type JsonPath = readonly PathSegment[];

/** Selects children, or with `deep`, descendants too. */
type PathSegment = { readonly deep: boolean; readonly selectors: readonly PathSelector[] };

/** The selected parts of a value. */
export type PathSelector =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'slice'; readonly start: number | null; readonly end: number | null; readonly step: number }
  | { readonly kind: 'all' }
  | { readonly kind: 'filter'; readonly test: PathTest };

/** A condition on an item of an array or a member of an object. */
export type PathTest =
  | { readonly kind: 'or' | 'and'; readonly tests: readonly PathTest[] }
  | { readonly kind: 'not'; readonly test: PathTest }
  | { readonly kind: 'exists'; readonly operand: PathQuery }
  | {
      readonly kind: 'compare';
      readonly operator: PathOperator;
      readonly left: PathOperand;
      readonly right: PathOperand;
    };

/** A path inside a filter: from the tested value (`@`) or from the whole one (`$`). */
type PathQuery = { readonly kind: 'query'; readonly fromRoot: boolean; readonly path: JsonPath };

/** An operand of a comparison. */
export type PathOperand = PathQuery | { readonly kind: 'literal'; readonly value: string | number | boolean | null };

/** A comparison operator. */
export type PathOperator = '==' | '!=' | '<' | '<=' | '>' | '>=';
