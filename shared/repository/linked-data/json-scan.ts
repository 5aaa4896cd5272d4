import { Problem } from '../../base/errors/problem.ts';
import { ACTION, after, expectedIn, STATE, startOf } from './json-grammar.ts';

/** JSON text longer than this, in UTF-16 units, is not parsed on the event loop, where it would delay other requests. */
export const LARGE_OBJECT_LENGTH = 65_536;

/** Whether an object with this text is processed by `LargeObjects` (`shared/repository/objects/large-objects.ts`), not on the event loop. */
export function isLargeText(text: string): boolean {
  return text.length > LARGE_OBJECT_LENGTH;
}

/** The text of one valid JSON value, nested no deeper than {@link MAX_DEPTH}, that is not parsed yet. */
export class JsonText {
  readonly text: string;
  /** The number of values in it: members, array elements and itself. */
  readonly values: number;

  constructor(text: string, values: number) {
    this.text = text;
    this.values = values;
  }
}

/** Arrays and objects nested deeper than this are refused: 400 `too-deep`. */
export const MAX_DEPTH = 200;

/** The position of a value in a text, and the number of values in it, itself included. */
export type JsonSpan = { readonly start: number; readonly end: number; readonly values: number };

export type JsonScanOptions = {
  /** Names the text in errors, such as "The request body". */
  readonly what: string;
  /** Names of members of the top-level object whose positions are recorded. */
  readonly members?: ReadonlySet<string>;
  /** Limit of the elements of a top-level array, whose positions are recorded. */
  readonly maxItems?: number;
};

/** Longer names are never recorded. */
const MAX_NAME = 200;

/** Names of members that are kept though their positions are not recorded. */
const MAX_OTHER_NAMES = 100;

const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * Scans JSON text (RFC 8259) in steps, without creating values: validates it, counts its values, and records the
 * positions of the parts of the top-level value.
 */
export class JsonScan {
  readonly text: string;
  /** Of the top-level value. */
  kind: 'array' | 'object' | 'other' = 'other';
  /** Values so far: members, array elements and the top-level value. */
  values = 0;
  /** Whether a number may exceed the precision of a double. */
  hasLongNumber = false;
  /** Elements of an array; none without `maxItems`. */
  readonly items: JsonSpan[] = [];
  /** The recorded members of an object; the last of several with the same name. */
  readonly members = new Map<string, JsonSpan>();
  /** The first names of members of an object that are not recorded, where some are. */
  readonly otherNames = new Set<string>();

  readonly #what: string;
  readonly #names: ReadonlySet<string>;
  readonly #maxItems: number | null;
  /** The expected closing brackets, by depth. */
  readonly #closing = new Uint8Array(MAX_DEPTH + 1);
  #depth = 0;
  #position = 0;
  #state = STATE.value;
  /** Start of the current name or scalar. */
  #start = 0;
  #isName = false;
  /** The current part of the top-level value: its name, its start, and the number of values before it. */
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
   * Scans the next part.
   *
   * @param length at most, in UTF-16 units
   * @returns false at the end of the text
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

  /** Starts a value. */
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
      if (this.#name === null && this.otherNames.size < MAX_OTHER_NAMES) this.otherNames.add(String(name ?? raw));
    }
    return STATE.colon;
  }

  #endNumber(at: number, state: number): number {
    if (at - this.#start > 15 || state === STATE.digits) this.hasLongNumber = true;
    return this.#end(at);
  }

  /** Ends a value. */
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

/** The end of a run of characters of a string that are neither escaped nor special. */
function plainUntil(text: string, from: number, stop: number): number {
  let at = from;
  for (; at < stop; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22 || code === 0x5c || code < 0x20) break;
  }
  return at;
}
