import { Problem } from '../../base/errors/problem.ts';
import { JsonScan, LARGE_OBJECT_LENGTH, MAX_DEPTH } from './json-scan.ts';

/** A JSON value. Numbers that a double cannot represent exactly are kept as their text. */
export type Json = null | boolean | number | string | ExactNumber | Json[] | JsonObject;

/** A JSON object. Members may have any name, `__proto__` included: read with {@link member}, write with {@link setMember}. */
export interface JsonObject {
  [name: string]: Json;
}

/** A number that a double cannot represent exactly, such as 12345678901234567890: kept as it was sent. */
export class ExactNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toJSON(): unknown {
    return JSON.rawJSON(this.source);
  }
}

/** The text may contain, as a member or array element, a number of 16 digits or more, or with an exponent. */
const MAY_NEED_EXACT_NUMBERS = /[[:,]\s*-?(?:\d[\d.]{15}|[\d.]+[eE])/;

/** Characters that are scanned before the values are counted. */
const SCAN_STEP = 65_536;

/**
 * Parses JSON text without losing digits of large numbers.
 *
 * @param text the JSON text (RFC 8259); a repeated member name takes its last value
 * @param what names the text in the error, such as "The request body"
 * @param maxValues values that a text of more than {@link LARGE_OBJECT_LENGTH} may hold: each takes about a microsecond of
 *   the event loop
 * @throws Problem `malformed-json` (400), `too-deep` (400) beyond {@link MAX_DEPTH}, or `malformed-request` (400)
 */
export function parseJson(text: string, what: string, maxValues = Number.POSITIVE_INFINITY): Json {
  if (text.length > LARGE_OBJECT_LENGTH) return parseLarge(text, what, maxValues);
  let value: unknown;
  try {
    value = MAY_NEED_EXACT_NUMBERS.test(text) ? JSON.parse(text, keepExactNumber) : JSON.parse(text);
    if (typeof value === 'number') value = JSON.parse(text, keepExactNumber);
  } catch {
    new JsonScan(text, { what }).advance(text.length); // throws a detailed problem
    throw new Problem('malformed-json', `${what} is not JSON.`);
  }
  if (deeperThan(value, MAX_DEPTH)) {
    throw new Problem('too-deep', `${what} nests arrays and objects more than ${MAX_DEPTH} deep.`);
  }
  return value as Json; // JSON.parse yields nothing else
}

function parseLarge(text: string, what: string, maxValues: number): Json {
  const scan = new JsonScan(text, { what });
  for (let more = true; more; ) {
    more = scan.advance(SCAN_STEP);
    if (scan.values <= maxValues) continue;
    throw new Problem('malformed-request', `${what} has more than ${maxValues.toLocaleString('en-US')} values.`);
  }
  return scan.hasLongNumber ? (JSON.parse(text, keepExactNumber) as Json) : JSON.parse(text);
}

function keepExactNumber(_name: string, value: unknown, context: { source?: string }): unknown {
  if (typeof value !== 'number' || context.source === undefined) return value;
  const digits = context.source.replace(/[-.]/g, '');
  return /^\d{1,15}$/.test(digits) || String(value) === context.source ? value : new ExactNumber(context.source);
}

/** Whether arrays and objects nest deeper than this. It goes no deeper itself, so that no nesting can exhaust the stack. */
function deeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return false;
  if (limit === 0) return true;
  return (Array.isArray(value) ? value : Object.values(value)).some((item) => deeperThan(item, limit - 1));
}

/** True for a JSON object; false for arrays, `null` and {@link ExactNumber}. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** True for an array of strings only. */
export function isStringArray(value: Json): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** The object's own member of that name, never an inherited one. */
export function member(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Sets a member, even one called `__proto__`, as data. */
export function setMember(object: JsonObject, name: string, value: Json): void {
  if (name === '__proto__') {
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[name] = value;
  }
}

/**
 * Whether some object in a JSON text has two members of the same name. RFC 8259 does not define its meaning, so it is not
 * allowed in signed texts.
 *
 * @param text valid JSON text
 * @param value the result of {@link parseJson}
 */
export function repeatsMember(text: string, value: Json): boolean {
  let members = 0;
  for (const [, colon] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)) if (colon !== undefined) members++;
  return members !== countMembers(value);
}

/** The members of all objects in a value, itself included. */
function countMembers(value: Json): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + countMembers(item), 0);
  if (!isObject(value)) return 0;
  const children = Object.values(value);
  return children.reduce((sum: number, child) => sum + countMembers(child), children.length);
}

/** The values in a value: members and array elements at all depths, and itself. */
export function countValues(value: Json): number {
  let count = 1;
  if (Array.isArray(value)) for (const item of value) count += countValues(item);
  else if (isObject(value)) for (const item of Object.values(value)) count += countValues(item);
  return count;
}
