import { kindOf } from '../../repository/frameworks/kinds.ts';
import { isObject, type Json, type JsonObject, member, setMember } from '../../repository/linked-data/json.ts';
import type { FrameworkNode, Properties } from './model.ts';
import { nodeOf, storedMembers, storedNode } from './stored.ts';
import { isList, textOf } from './values.ts';

/** Members that a write decides by itself, or that are void after a change. */
const NOT_COPIED: ReadonlySet<string> = new Set([
  '@id',
  'owner',
  '@owner',
  'reader',
  '@reader',
  'signature',
  '@signature',
  'signatureSha256',
  '@signatureSha256',
]);

/**
 * A node as it is stored in the place of an object: properties with the same values keep the names and the form that they have there;
 * so do types, contexts and the structure.
 */
export function storedOver(node: FrameworkNode, before: JsonObject | undefined): JsonObject {
  if (before === undefined || kindOf(before) !== node.kind) return storedNode(node);
  const own = nodeOf(before, node.id, node.kind, null);
  const members = storedMembers(before, node.kind);
  const isKept = (name: string): boolean => sameValues(node.properties.get(name), own.properties.get(name));
  const changed = new Map([...node.properties].filter(([name]) => !isKept(name)));
  const left = new Set([...members].flatMap(([name, stored]) => (isKept(name) ? [] : stored)));
  const object: JsonObject = { '@id': node.id };
  for (const [name, value] of Object.entries(before)) {
    if (!NOT_COPIED.has(name) && !left.has(name)) setMember(object, name, value);
  }
  const unnamed = new Map(changed);
  for (const [name, values] of changed) {
    const [stored] = members.get(name) ?? [];
    if (stored === undefined) continue;
    unnamed.delete(name);
    const [only] = values;
    const isSingle = values.length === 1 && !isList(member(before, stored)) && only !== undefined;
    setMember(object, stored, isSingle ? only : [...values]);
  }
  const written = storedNode({ ...node, properties: unnamed });
  for (const [name, value] of Object.entries(written)) if (!Object.hasOwn(object, name)) setMember(object, name, value);
  return object;
}

/**
 * The properties of a node after an import.
 *
 * @param before as they are stored
 * @param known as the format gives them back when they are exported: what the import does not say otherwise has not changed
 */
export function mergedProperties(incoming: Properties, before: Properties, known: Properties): Properties {
  const properties = new Map(before);
  for (const name of new Set([...incoming.keys(), ...known.keys()])) {
    const values = incoming.get(name);
    if (sameValues(values, known.get(name))) continue;
    if (values === undefined) properties.delete(name);
    else properties.set(name, values);
  }
  return properties;
}

/** Whether values are the same. The order of languages among each other says nothing, nor does the case of a tag (RFC 5646, 2.1.1). */
export function sameValues(one: readonly Json[] | undefined, other: readonly Json[] | undefined): boolean {
  if (one === other) return true;
  if (one?.length !== other?.length) return false;
  const [a, b] = [byLanguage(one), byLanguage(other)];
  return a.every(([tag, value], index) => tag === b[index]?.[0] && sameJson(value, b[index]?.[1]));
}

function byLanguage(values: readonly Json[] = []): readonly (readonly [tag: string, value: Json])[] {
  const tagged = values.map((value) => {
    const text = textOf(value);
    const isTagged = text !== null && isObject(value) && Object.keys(value).length <= 2;
    return isTagged ? ([text.language?.toLowerCase() ?? '', text.text] as const) : (['', value] as const);
  });
  return tagged.toSorted(([one], [other]) => (one === other ? 0 : one < other ? -1 : 1));
}

/** Whether two values are equal, whatever the order of members. */
export function sameJson(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) && one.length === other.length && one.every((item, index) => sameJson(item, other[index]))
    );
  }
  if (isObject(one) && isObject(other)) {
    const names = Object.keys(one);
    return (
      names.length === Object.keys(other).length &&
      names.every((name) => sameJson(member(one, name), member(other, name)))
    );
  }
  return JSON.stringify(one) === JSON.stringify(other);
}
