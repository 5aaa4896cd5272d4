import { Problem } from '../errors/problem.ts';
import { ACTION, after, expectedIn, STATE, startOf } from './json-grammar.ts';

/** Arrays and objects nested deeper than this are refused: 400 `too-deep`. */
export const MAX_DEPTH = 200;

/** Where a value is in a text, and how many values there are in it, itself included. */
export type JsonSpan = { readonly start: number; readonly end: number; readonly values: number };

export type JsonScanOptions = {
  /** Names the text in errors, such as "The request body". */
  readonly what: string;
  /** Names of members to note, of an object that is the whole text. */
  readonly members?: ReadonlySet<string>;
  /** How many elements an array that is the whole text may have, which are noted then. */
  readonly maxItems?: number;
};

/** Names of members that are longer are none of those to note. */
const MAX_NAME = 200;

const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * Reads JSON text (RFC 8259) without making values of it, in steps as large as the caller likes: checks that it is JSON,
 * counts its values, and notes where the parts of the topmost value are.
 */
export class JsonScan {
  readonly text: string;
  /** What the topmost value is. */
  kind: 'array' | 'object' | 'other' = 'other';
  /** Values so far: members, array elements and the topmost one. */
  values = 0;
  /** Whether a number is among them that a double might not keep. */
  hasLongNumber = false;
  /** Elements of an array; none without `maxItems`. */
  readonly items: JsonSpan[] = [];
  /** Members of an object that are to be noted; of several with one name the last. */
  readonly members = new Map<string, JsonSpan>();

  readonly #what: string;
  readonly #names: ReadonlySet<string>;
  readonly #maxItems: number | null;
  /** The closing brackets of what is open, by depth. */
  readonly #closing = new Uint8Array(MAX_DEPTH + 1);
  #depth = 0;
  #position = 0;
  #state = STATE.value;
  /** Where the name or value at hand began that holds no other. */
  #start = 0;
  #isName = false;
  /** The part of the topmost value at hand: its name, where it began, values before it. */
  #name: string | null = null;
  #partStart = 0;
  #valuesBefore = 0;

  constructor(text: string, { what, members = NO_NAMES, maxItems }: JsonScanOptions) {
    this.text = text;
    this.#what = what;
    this.#names = members;
    this.#maxItems = maxItems ?? null;
  }

  /**
   * Reads on.
   *
   * @param length of what is read at most, in UTF-16 units
   * @returns false when all has been read
   * @throws Problem `malformed-json`, `too-deep` (400); `body-too-large` (413) for too many elements
   */
  advance(length: number): boolean {
    const { text } = this;
    const stop = Math.min(this.#position + length, text.length);
    let at = this.#position;
    let state = this.#state;
    while (at < stop) {
      if (state === STATE.string) at = plainUntil(text, at, stop);
      if (at === stop) break;
      const next = after(state, text.charCodeAt(at));
      if (next < ACTION.fault) {
        state = next;
        at++;
      } else {
        state = this.#act(next, state, at);
        if (next !== ACTION.endNumber) at++;
      }
    }
    this.#position = at;
    this.#state = state;
    if (at < text.length) return true;
    this.#finish();
    return false;
  }

  /** @returns the next state */
  #act(action: number, state: number, at: number): number {
    switch (action) {
      case ACTION.begin:
        this.#begin(at);
        return startOf(this.text.charCodeAt(at));
      case ACTION.open:
        this.#begin(at);
        return this.#open(this.text.charCodeAt(at) === 0x7b);
      case ACTION.close:
        return this.#close(at);
      case ACTION.comma:
        if (this.#depth === 0) throw this.#fault(at, state);
        return this.#closing[this.#depth] === 0x7d ? STATE.name : STATE.value;
      case ACTION.beginName:
        this.#isName = true;
        this.#start = at;
        return STATE.string;
      case ACTION.endString:
        return this.#isName ? this.#endName(at) : this.#end(at + 1);
      case ACTION.endNumber:
        return this.#endNumber(at, state);
      case ACTION.endWord:
        return this.#end(at + 1);
      default:
        throw this.#fault(at, state);
    }
  }

  /** A value begins. */
  #begin(at: number): void {
    this.#isName = false;
    this.#start = at;
    if (this.#depth === 1) {
      this.#partStart = at;
      this.#valuesBefore = this.values;
    }
    this.values++;
  }

  #open(isObject: boolean): number {
    if (this.#depth === 0) this.kind = isObject ? 'object' : 'array';
    if (++this.#depth > MAX_DEPTH) {
      throw new Problem('too-deep', `${this.#what} nests arrays and objects more than ${MAX_DEPTH} deep.`);
    }
    this.#closing[this.#depth] = isObject ? 0x7d : 0x5d;
    return isObject ? STATE.firstName : STATE.firstValue;
  }

  #close(at: number): number {
    if (this.#depth === 0 || this.#closing[this.#depth] !== this.text.charCodeAt(at)) throw this.#fault(at, STATE.next);
    this.#depth--;
    return this.#end(at + 1);
  }

  #endName(at: number): number {
    if (this.#depth === 1 && this.#names.size > 0) {
      const raw = this.text.slice(this.#start, Math.min(at + 1, this.#start + MAX_NAME));
      const name: unknown = raw.length < MAX_NAME ? JSON.parse(raw) : null;
      this.#name = typeof name === 'string' && this.#names.has(name) ? name : null;
    }
    return STATE.colon;
  }

  #endNumber(at: number, state: number): number {
    if (at - this.#start > 15 || state === STATE.digits) this.hasLongNumber = true;
    return this.#end(at);
  }

  /** A value ends. */
  #end(at: number): number {
    if (this.#depth === 1) {
      const { kind, items } = this;
      const span = { start: this.#partStart, end: at, values: this.values - this.#valuesBefore };
      if (kind === 'object' && this.#name !== null) this.members.set(this.#name, span);
      if (kind === 'array' && this.#maxItems !== null && items.push(span) > this.#maxItems) {
        const max = this.#maxItems.toLocaleString('en-US');
        throw new Problem('body-too-large', `${this.#what} has more than ${max} items: send it in parts.`);
      }
    }
    return STATE.next;
  }

  #finish(): void {
    const end = this.text.length;
    if (after(this.#state, 0x20) === ACTION.endNumber) this.#state = this.#endNumber(end, this.#state);
    if (this.values === 0) throw new Problem('malformed-json', `${this.#what} is empty.`);
    if (this.#state !== STATE.next || this.#depth > 0) throw this.#malformed('it ends too early', end);
  }

  #fault(at: number, state: number): Problem {
    return this.#malformed(expectedIn(state), at);
  }

  #malformed(why: string, position: number): Problem {
    return new Problem('malformed-json', `${this.#what} is not JSON: ${why} at position ${position}.`, { position });
  }
}

/** Where the characters of a string end that mean themselves. */
function plainUntil(text: string, from: number, stop: number): number {
  let at = from;
  for (; at < stop; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22 || code === 0x5c || code < 0x20) break;
  }
  return at;
}
