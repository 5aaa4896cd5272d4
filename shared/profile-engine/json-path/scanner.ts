/** The text is not a supported JSONPath. */
export class PathFault extends Error {}

/** Reads a text from left to right. */
export class PathScanner {
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
