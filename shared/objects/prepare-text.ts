import { isRekeyRequest } from '../access/rekey-request.ts';
import type { ReadKey } from '../crypto/public-key.ts';
import { Problem } from '../errors/problem.ts';
import { type ProblemRecord, recordOf } from '../errors/problem-record.ts';
import type { Identity } from '../linked-data/identifiers.ts';
import { type Json, type JsonObject, parseJson } from '../linked-data/json.ts';
import { isLargeText } from '../linked-data/json-text.ts';
import { typeKey } from '../linked-data/type-key.ts';
import type { AccessFacts } from '../store/object-store.ts';
import { claimedId, prepare, refuseAbove } from './prepare.ts';
import { type ProfileEffect, profileEffect } from './profile-effect.ts';

/** What writing a large object needs to know of it. It holds no parsed JSON, so that it is cheap to pass between threads. */
export type LargeObject = {
  readonly identity: Identity;
  readonly access: AccessFacts;
  /** Its text as it is stored, before and after the value of its `@id`, which the version that it gets decides. */
  readonly text: readonly [before: string, after: string];
  readonly typeKey: string;
  readonly effect: ProfileEffect;
  /** Members and array elements, at all depths. */
  readonly values: number;
};

/** The result of {@link prepareText}. */
export type PreparedText =
  | { readonly large: LargeObject }
  /** Its stored text is not large: much of what was sent was white space, for example. */
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
    const { identity, object, access } = prepare(value, bases, readKey);
    const split = splitAtId(object);
    const whole = split.join(JSON.stringify(identity.id));
    if (!isLargeText(whole)) return { small: whole };
    if (isRekeyRequest(object)) throw new Problem('invalid-object', 'This is too large for a RekeyRequest.');
    const effect = profileEffect(object, access, readKey);
    return { large: { identity, access, text: split, typeKey: typeKey(object), effect, values } };
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
