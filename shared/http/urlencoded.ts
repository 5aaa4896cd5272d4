import { createSlices } from '../base/concurrency/slices.ts';
import { Problem } from '../base/errors/problem.ts';
import { decodeUtf8 } from './body.ts';

/** Bytes that are decoded between two checks of the clock. */
const STEP_BYTES = 65_536;

const AMPERSAND = 0x26;
const EQUALS = 0x3d;
const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;

/** Maximum length of a parameter name quoted in an error. */
const MAX_SHOWN = 40;

type Pair = [name: string, value: string];

/** How bytes are decoded to text, and which problem it is if they cannot be. */
type Rules = {
  /** @param index position of the pair, from 1 */
  readonly name: (bytes: Uint8Array, index: number) => string;
  readonly value: (bytes: Uint8Array, name: string) => string;
  readonly maxPairs: number;
};

/**
 * Reads the body of an urlencoded form (URL standard, 5.1) in slices, since it may be long; its bytes are overwritten.
 *
 * @param maxParts parts that it may have
 * @returns names and values, in order
 * @throws Problem `malformed-multipart` (400) for more parts, `malformed-request` (400) for what is not UTF-8
 */
export async function readUrlencoded(bytes: Uint8Array, maxParts: number): Promise<readonly Pair[]> {
  const slices = createSlices();
  const steps = readPairs(bytes, {
    name: (name) => decodeUtf8(name, 'A name in the form'),
    value: (value, name) => decodeUtf8(value, `The form part ${name}`),
    maxPairs: maxParts,
  });
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (slices.over()) await slices.next();
  }
}

/**
 * Reads `application/x-www-form-urlencoded` text, as that of a query string (URL standard, 5.1). Bytes that are not UTF-8, which
 * the standard replaces with U+FFFD, are refused: what is stored or searched for is what was sent.
 *
 * @throws Problem `invalid-parameter` (400) naming the first parameter whose name or value is not UTF-8
 */
export function parseUrlencoded(text: string): URLSearchParams {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const decode = (bytes: Uint8Array, what: string, where?: string): string => {
    try {
      return decoder.decode(bytes);
    } catch {
      throw new Problem('invalid-parameter', `${what} is not UTF-8.`, where === undefined ? {} : { where });
    }
  };
  const steps = readPairs(new TextEncoder().encode(text), {
    name: (name, index) => decode(name, `The name of parameter ${index}`),
    value: (value, name) => decode(value, `The value of ${name}`, name),
    maxPairs: Number.POSITIVE_INFINITY,
  });
  for (;;) {
    const { done, value } = steps.next();
    if (done) return new URLSearchParams(value);
  }
}

/** Reads names and values, decoding them in place; pauses after each {@link STEP_BYTES}. */
function* readPairs(bytes: Uint8Array, rules: Rules): Generator<undefined, Pair[]> {
  const pairs: Pair[] = [];
  for (let from = 0; from < bytes.length; ) {
    while (bytes[from] === AMPERSAND) from++;
    const next = bytes.indexOf(AMPERSAND, from);
    const pair = bytes.subarray(from, next === -1 ? bytes.length : next);
    if (pair.length === 0) break;
    if (pairs.length === rules.maxPairs) {
      throw new Problem('malformed-multipart', `The form has more than ${rules.maxPairs} parts.`);
    }
    from += pair.length + 1;
    const equals = pair.indexOf(EQUALS);
    const name = rules.name(yield* decoded(equals === -1 ? pair : pair.subarray(0, equals)), pairs.length + 1);
    const value = yield* decoded(equals === -1 ? pair.subarray(pair.length) : pair.subarray(equals + 1));
    pairs.push([name, rules.value(value, name.slice(0, MAX_SHOWN))]);
  }
  return pairs;
}

/** Decodes bytes in their place. */
function* decoded(encoded: Uint8Array): Generator<undefined, Uint8Array> {
  let length = 0;
  for (let from = 0; from < encoded.length; ) {
    for (const stop = Math.min(from + STEP_BYTES, encoded.length); from < stop; ) {
      const byte = encoded[from] ?? 0;
      const escaped = byte === PERCENT ? escapedAt(encoded, from) : null;
      encoded[length++] = escaped ?? (byte === PLUS ? SPACE : byte);
      from += escaped === null ? 1 : 3;
    }
    yield;
  }
  return encoded.subarray(0, length);
}

/** The byte of a percent sign and two hexadecimal digits; null without such digits. */
function escapedAt(encoded: Uint8Array, at: number): number | null {
  const high = digitOf(encoded[at + 1]);
  const low = digitOf(encoded[at + 2]);
  return high === null || low === null ? null : high * 16 + low;
}

function digitOf(code: number | undefined): number | null {
  if (code === undefined) return null;
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : null;
}

/**
 * Splits the address of a request without parsing the parts that most requests do not have.
 *
 * @returns the path, still percent-encoded, and what follows the question mark, empty without one
 */
export function splitUrl(url: string): { readonly path: string; readonly query: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const mark = url.indexOf('?', start);
  return mark === -1
    ? { path: url.slice(start), query: '' }
    : { path: url.slice(start, mark), query: url.slice(mark + 1) };
}

/**
 * The query parameters of a request.
 *
 * @throws Problem `invalid-parameter` (400) naming one that is not UTF-8
 */
export function queryOf(request: Request): URLSearchParams {
  return parseUrlencoded(splitUrl(request.url).query);
}
