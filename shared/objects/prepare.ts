import { accessFacts } from '../access/access-facts.ts';
import { normalizeKeyLists } from '../access/key-lists.ts';
import type { ReadKey } from '../crypto/public-key.ts';
import { Problem } from '../errors/problem.ts';
import { type Identity, identify, MAX_ID_LENGTH } from '../linked-data/identifiers.ts';
import { countValues, isObject, type Json, type JsonObject, member } from '../linked-data/json.ts';
import type { AccessFacts } from '../store/object-store.ts';

/** An object that may be stored, as far as the object itself can tell. */
export type PreparedObject = {
  readonly identity: Identity;
  readonly object: JsonObject;
  readonly access: AccessFacts;
  /** Members and array elements, at all depths: what it costs. */
  readonly values: number;
};

/** Limit of the members and array elements of an object, at all depths. */
export const MAX_VALUES = 1_000_000;

/** An absolute IRI without control characters (RFC 3987, liberally). */
const IRI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\p{Cc}\p{Cs}]+$/u;

/**
 * Checks and normalizes an object before it is stored (specification: Write rules 1 and 2): `@id`, `@type` and `@context`
 * are present and of a type that JSON-LD knows, and keys are valid. Line breaks in PEMs are removed, and so is what only the server
 * adds to answers (`decryptedSecret`).
 *
 * @param value freshly parsed: it is changed in place
 * @param bases own addresses
 * @param readKey reads PEM keys, preferably with a cache
 * @throws Problem `invalid-object` or `malformed-key` (400)
 */
export function prepare(value: Json, bases: readonly string[], readKey: ReadKey): PreparedObject {
  if (!isObject(value)) throw new Problem('invalid-object', 'Object must have an @id.', { where: '@id' });
  const id = required(value, '@id', 'Object must have an @id.');
  const type = required(value, '@type', 'Object must have an @type.');
  const context = required(value, '@context', 'Object must have an @context.');
  if (typeof id !== 'string' || id.length > MAX_ID_LENGTH || !IRI.test(id)) {
    throw invalid('@id', `must be an absolute URL of at most ${MAX_ID_LENGTH} characters without control characters`);
  }
  if (!isText(type) && !isListOf(type, isText)) throw invalid('@type', 'must be a text or an array of texts');
  if (!isContext(context) && !isListOf(context, isContextOrNull)) {
    throw invalid('@context', 'must be a text, an object, or an array of these');
  }
  const values = countValues(value);
  refuseAbove(values);
  normalizeKeyLists(value);
  return { identity: identify(id, bases), object: value, access: accessFacts(value, readKey), values };
}

/**
 * Refuses an object of more than {@link MAX_VALUES} values.
 *
 * @throws Problem `invalid-object` (400)
 */
export function refuseAbove(values: number): void {
  if (values <= MAX_VALUES) return;
  const most = MAX_VALUES.toLocaleString('en-US');
  throw new Problem('invalid-object', `The object has more than ${most} members and array elements.`);
}

function required(object: JsonObject, name: string, absent: string): Json {
  const value = member(object, name);
  if (value === undefined || value === null || value === '')
    throw new Problem('invalid-object', absent, { where: name });
  return value;
}

function invalid(where: string, what: string): Problem {
  return new Problem('invalid-object', `${where} ${what}.`, { where });
}

function isText(value: Json): value is string {
  return typeof value === 'string' && value !== '';
}

function isContext(value: Json): boolean {
  return isText(value) || isObject(value);
}

function isContextOrNull(value: Json): boolean {
  return value === null || isContext(value);
}

function isListOf(value: Json, test: (item: Json) => boolean): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(test);
}

/** The `@id` of an object that cannot be stored; null when it has none. */
export function claimedId(object: Json): string | null {
  const id = isObject(object) ? member(object, '@id') : undefined;
  return typeof id === 'string' ? id : null;
}
