import { isSoundKey, type KeyId, type ReadKey } from '../../base/crypto/public-key.ts';
import { Problem, type ProblemRecord, recordOf } from '../../base/errors/problem.ts';
import { normalizeKeyLists, readObjectKeys } from '../access/key-lists.ts';
import { accessFacts } from '../access/permissions.ts';
import { isRekeyRequest } from '../access/rekey-request.ts';
import { identify, MAX_ID_LENGTH, type ObjectIdentity } from '../linked-data/identifiers.ts';
import { countValues, isObject, type Json, type JsonObject, member, parseJson } from '../linked-data/json.ts';
import { isLargeText } from '../linked-data/json-scan.ts';
import { typeKey } from '../linked-data/type-key.ts';
import type { AccessFacts } from '../store/object-store.ts';
import { type ProfileEffect, profileEffect } from './profile-effect.ts';

/** An object that may be stored, as far as the object alone shows. */
export type PreparedObject = {
  readonly identity: ObjectIdentity;
  readonly object: JsonObject;
  readonly access: AccessFacts;
  /** The keys that protected objects inside it name. */
  readonly participants: readonly KeyId[];
  /** Keys of owners that can never prove an identity: see `isSoundKey`. */
  readonly unsoundOwners: readonly KeyId[];
  /** Number of members and array elements at all depths: a measure of the cost of processing the object. */
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
  requireId(id);
  if (!isText(type) && !isListOf(type, isText)) throw invalid('@type', 'must be a text or an array of texts');
  if (!isContext(context) && !isListOf(context, isContextOrNull)) {
    throw invalid('@context', 'must be a text, an object, or an array of these');
  }
  const values = countValues(value);
  refuseAbove(values);
  normalizeKeyLists(value);
  const inside = new Set<KeyId>();
  const lists = readObjectKeys(value, readKey);
  const access = accessFacts(value, readKey, inside, lists);
  const unsoundOwners = lists.owners.filter((key) => !isSoundKey(key)).map((key) => key.id);
  return { identity: identify(id, bases), object: value, access, participants: [...inside], unsoundOwners, values };
}

/**
 * Refuses an id that no object can have.
 *
 * @throws Problem `invalid-object` (400)
 */
export function requireId(id: Json): asserts id is string {
  if (typeof id === 'string' && id.length <= MAX_ID_LENGTH && IRI.test(id)) return;
  throw invalid('@id', `must be an absolute URL of at most ${MAX_ID_LENGTH} characters without control characters`);
}

/**
 * Refuses an object of more than {@link MAX_VALUES} values.
 *
 * @throws Problem `invalid-object` (400)
 */
function refuseAbove(values: number): void {
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

/** The facts about a large object that its write needs. It holds no parsed JSON, so that it is cheap to pass between threads. */
export type LargeObject = {
  readonly identity: ObjectIdentity;
  readonly access: AccessFacts;
  /** The stored text before and after the value of `@id`, which depends on the version that the object gets. */
  readonly text: readonly [before: string, after: string];
  readonly typeKey: string;
  readonly effect: ProfileEffect;
  readonly unsoundOwners: readonly KeyId[];
  /** Number of members and array elements at all depths. */
  readonly values: number;
};

/** The result of {@link prepareText}. */
export type PreparedText =
  | { readonly large: LargeObject }
  /** The stored text is not large, for example because much of the request was white space. */
  | { readonly small: string }
  /** It cannot be stored. `id` is the `@id` that it claims. */
  | { readonly problem: ProblemRecord; readonly id: string | null };

/**
 * Prepares an object that was not parsed yet: see {@link prepare}.
 *
 * @param values how many there are in it
 */
export function prepareText(text: string, values: number, bases: readonly string[], readKey: ReadKey): PreparedText {
  let value: Json = null;
  try {
    refuseAbove(values);
    value = parseJson(text, 'The object');
    const { identity, object, access, participants, unsoundOwners } = prepare(value, bases, readKey);
    const split = splitAtId(object);
    const whole = split.join(JSON.stringify(identity.id));
    if (!isLargeText(whole)) return { small: whole };
    if (isRekeyRequest(object)) throw new Problem('invalid-object', 'This is too large for a RekeyRequest.');
    const effect = profileEffect(object, access, () => participants);
    return { large: { identity, access, text: split, typeKey: typeKey(object), effect, unsoundOwners, values } };
  } catch (error) {
    if (error instanceof Problem) return { problem: recordOf(error), id: claimedId(value) };
    throw error;
  }
}

/** The text of an object, as `JSON.stringify` writes it, without the value of `@id`. */
function splitAtId(object: JsonObject): [before: string, after: string] {
  const members = Object.entries(object).map(([name, value]) => [name, JSON.stringify(value)] as const);
  const at = members.findIndex(([name]) => name === '@id');
  const write = (some: typeof members) => some.map(([name, value]) => `${JSON.stringify(name)}:${value}`);
  const before = [...write(members.slice(0, at)), '"@id":'].join(',');
  return [`{${before}`, `${['', ...write(members.slice(at + 1))].join(',')}}`];
}
