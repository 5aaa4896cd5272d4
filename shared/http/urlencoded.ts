import { Problem } from '../errors/problem.ts';
import { createSlices } from '../timing/slices.ts';
import { utf8 } from './body.ts';

/** Bytes that are decoded before the clock is looked at. */
const STEP = 65_536;

const AMPERSAND = 0x26;
const EQUALS = 0x3d;
const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;

/**
 * Reads the body of an urlencoded form as {@link parseUrlencoded} does, in slices, since it may be long; its bytes are overwritten.
 *
 * @param maxParts parts that it may have
 * @returns names and values, in order
 * @throws Problem `malformed-multipart` (400) for more parts, `malformed-request` (400) for what is not UTF-8
 */
export async function readUrlencoded(bytes: Uint8Array, maxParts: number): Promise<readonly [string, string][]> {
  const parts: [string, string][] = [];
  for (let from = 0; from < bytes.length; ) {
    while (bytes[from] === AMPERSAND) from++;
    const next = bytes.indexOf(AMPERSAND, from);
    const part = bytes.subarray(from, next === -1 ? bytes.length : next);
    if (part.length === 0) break;
    if (parts.length === maxParts) {
      throw new Problem('malformed-multipart', `The form has more than ${maxParts} parts.`);
    }
    const equals = part.indexOf(EQUALS);
    const name = await decoded(equals === -1 ? part : part.subarray(0, equals), 'A name in the form');
    const what = `The form part ${name.slice(0, 40)}`;
    parts.push([name, equals === -1 ? '' : await decoded(part.subarray(equals + 1), what)]);
    from += part.length + 1;
  }
  return parts;
}

/** Decodes bytes in their place. */
async function decoded(encoded: Uint8Array, what: string): Promise<string> {
  const slices = createSlices();
  let length = 0;
  for (let from = 0; from < encoded.length; ) {
    for (const stop = Math.min(from + STEP, encoded.length); from < stop; ) {
      const byte = encoded[from] ?? 0;
      const escaped = byte === PERCENT ? escapedAt(encoded, from) : null;
      encoded[length++] = escaped ?? (byte === PLUS ? SPACE : byte);
      from += escaped === null ? 1 : 3;
    }
    if (slices.over()) await slices.next();
  }
  return utf8(encoded.subarray(0, length), what);
}

/** The byte that a percent sign and two hexadecimal digits stand for; null where they are not there. */
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

/** The end of a name that is repeated in an error. */
const SHOWN = 40;

/**
 * Reads `application/x-www-form-urlencoded` text, as that of a query string (URL standard, 5.1). Where the standard puts
 * U+FFFD in place of bytes that are not UTF-8, they are refused: what is stored or searched for is what was sent.
 *
 * @param code the problem of the place where the text stands
 * @throws Problem with this code (400) naming the first parameter whose name or value is not UTF-8
 */
export function parseUrlencoded(text: string, code: 'invalid-parameter' | 'malformed-request'): URLSearchParams {
  const pairs = text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair, index): [string, string] => {
      const mark = pair.indexOf('=');
      const name = decodedText(mark === -1 ? pair : pair.slice(0, mark));
      if (name === null) throw new Problem(code, `The name of parameter ${index + 1} is not UTF-8.`);
      const value = decodedText(mark === -1 ? '' : pair.slice(mark + 1));
      if (value !== null) return [name, value];
      throw new Problem(code, `The value of ${name.slice(0, SHOWN)} is not UTF-8.`, { where: name.slice(0, SHOWN) });
    });
  return new URLSearchParams(pairs);
}

/** Null when the bytes are not UTF-8. A percent sign without two hexadecimal digits stands for itself. */
function decodedText(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ').replace(/%(?![0-9A-Fa-f]{2})/g, '%25'));
  } catch {
    return null;
  }
}
