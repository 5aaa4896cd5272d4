import { Problem } from '../../../../shared/base/errors/problem.ts';
import {
  isObject,
  type Json,
  type JsonObject,
  member,
  parseJson,
  setMember,
} from '../../../../shared/repository/linked-data/json.ts';
import type { Fields } from '../../outline/command.ts';
import { sameJson } from '../../outline/equal.ts';
import { PART_LISTS } from '../../outline/patch.ts';

/** Members that say what the object is, who owns it, and what it consists of. */
const PROTECTED: ReadonlySet<string> = new Set([
  'id',
  'type',
  'context',
  'owner',
  'reader',
  'signature',
  'signatureSha256',
  'decryptedSecret',
  ...PART_LISTS,
]);

/** An error in edited properties. */
export type PropertiesFault =
  /** `line` and `column` from 1. */
  | { readonly kind: 'syntax'; readonly line: number; readonly column: number; readonly detail: string }
  | { readonly kind: 'no-object' }
  | { readonly kind: 'protected'; readonly name: string };

/** The properties of an object that may be edited freely, as indented JSON. */
export function propertiesText(object: JsonObject): string {
  return JSON.stringify(openMembers(object), null, 2);
}

/** The members to set, where null removes one, or the error of the text. */
export function readProperties(
  text: string,
  object: JsonObject,
): { readonly fields: Fields } | { readonly fault: PropertiesFault } {
  let value: Json;
  try {
    value = parseJson(text, 'The text');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { fault: { kind: 'syntax', ...placeOf(text, error), detail: reasonOf(error) } };
  }
  if (!isObject(value)) return { fault: { kind: 'no-object' } };
  const refused = Object.keys(value).find(isProtected);
  if (refused !== undefined) return { fault: { kind: 'protected', name: refused } };
  return { fields: changedMembers(openMembers(object), value) };
}

function isProtected(name: string): boolean {
  return name.startsWith('@') || PROTECTED.has(name);
}

function openMembers(object: JsonObject): JsonObject {
  const open: JsonObject = {};
  for (const [name, value] of Object.entries(object)) if (!isProtected(name)) setMember(open, name, value);
  return open;
}

function changedMembers(before: JsonObject, after: JsonObject): Fields {
  const fields: JsonObject = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const value = member(after, name) ?? null;
    if (!sameJson(member(before, name) ?? null, value)) setMember(fields, name, value);
  }
  return fields;
}

function placeOf(text: string, { extras }: Problem): { readonly line: number; readonly column: number } {
  const position = typeof extras['position'] === 'number' ? extras['position'] : text.length;
  const lines = text.slice(0, position).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** Removes the parser's position in characters: the person sees the line. */
function reasonOf({ message }: Problem): string {
  return message.replace(/^The text is not JSON: /, '').replace(/ at position \d+\.$/, '');
}
