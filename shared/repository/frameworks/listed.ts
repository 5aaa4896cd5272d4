import { isEncryptedValue } from '../access/kbac-types.ts';
import { isObject, type Json, type JsonObject, member } from '../linked-data/json.ts';
import { idsIn, shortIdOf } from '../linked-data/references.ts';

/** Members of a framework that list what belongs to it: those of the specification, and the definitions that CASE brings along. */
export const PART_LISTS = ['competency', 'relation', 'case:definition'] as const;

/**
 * The short ids that members of an object list, each once, in their order.
 *
 * @param bases own addresses
 */
export function listedIn(object: JsonObject, names: readonly string[], bases: readonly string[]): readonly string[] {
  const ids = names.flatMap((name) => idsIn(member(object, name)));
  return [...new Set(ids.map((id) => shortIdOf(id, bases)))];
}

/** Ids that an object mentions. */
export type Mentioned = {
  /** The ids as the object spells them. */
  readonly ids: readonly string[];
  /** Some of them cannot be read: they are encrypted. */
  readonly sealed: boolean;
};

/** Members of an object in a list that hold ids, or further lists (JSON-LD 1.1, 9.2 to 9.7). */
const WITHIN = ['@id', 'id', '@list', '@set', '@value'];

/**
 * The ids that members of a framework mention in any form that JSON-LD has for a list, under names that may have a prefix or be
 * addresses. More generous than {@link listedIn}: what is not found here is removed by a cull, or reaches no subscriber. What the
 * service calculates or exports is written in the form of the specification.
 */
export function mentionedIn(framework: JsonObject, names: readonly string[]): Mentioned {
  const found = { ids: [] as string[], sealed: isEncryptedValue(framework) };
  for (const [name, value] of Object.entries(framework)) {
    if (names.some((one) => isNameOf(name, one))) collect(value, found);
  }
  return found;
}

/** Whether a member is named so, also with a prefix or as an address. */
function isNameOf(member: string, name: string): boolean {
  return member === name || (member.endsWith(name) && '/#:'.includes(member.charAt(member.length - name.length - 1)));
}

function collect(value: Json | undefined, found: { readonly ids: string[]; sealed: boolean }): void {
  if (typeof value === 'string') found.ids.push(value);
  else if (Array.isArray(value)) for (const item of value) collect(item, found);
  else if (isObject(value)) {
    if (isEncryptedValue(value)) found.sealed = true;
    for (const name of WITHIN) collect(member(value, name), found);
  }
}
