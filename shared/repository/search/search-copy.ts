import type { KeyId, ReadKey } from '../../base/crypto/public-key.ts';
import { isEncryptedValue } from '../access/kbac-types.ts';
import type { AccessFacts } from '../access/permissions.ts';
import { participants, stripProtected } from '../access/read-filter.ts';
import { guidOf } from '../linked-data/identifiers.ts';
import { isObject, type Json, type JsonObject, member, setMember } from '../linked-data/json.ts';
import { readLanguageMap } from '../linked-data/language-map.ts';
import { shortIdOf } from '../linked-data/references.ts';
import { typeKey } from '../linked-data/type-key.ts';
import { partsBeginning, uuidOf } from '../linked-data/uuids.ts';
import type { SearchDocument } from './document.ts';
import { indexable } from './fields.ts';

/**
 * The path of the UUIDs that formats of frameworks derive from the id of an object: its own, and the beginning of those of the parts of
 * a framework that are not stored. A member of that name is ignored where there are such UUIDs.
 */
export const UUID_PATH = '@uuid';

/** Types of the objects that formats know by UUIDs, by the end of their type keys. */
const PARTS = /(?:^|\.)(?:competency|relation|concept|cf[a-z]+)$/;
const ROOTS = /(?:^|\.)(?:framework|conceptscheme)$/;

function derivedUuids(object: JsonObject, key: string): readonly string[] {
  const isRoot = ROOTS.test(key);
  const id = member(object, '@id');
  if (typeof id !== 'string' || !(isRoot || PARTS.test(key))) return [];
  const shortId = shortIdOf(id, []);
  const uuid = uuidOf(shortId);
  const isName = [uuid, `ce-${uuid}`].includes(guidOf(shortId));
  return [...(isName ? [] : [uuid]), ...(isRoot ? [partsBeginning(shortId)] : [])];
}

const SIGNATURES = new Set(['signature', '@signature', 'signatureSha256', '@signatureSha256']);
const SEALED = new Set(['payload', '@payload', 'secret', '@secret']);

/**
 * The search document of an object (specification: Write rules 3).
 *
 * @param object the object as it will be stored; it is not changed
 * @param facts its access facts
 * @param readKey reads PEM keys, preferably with a cache
 * @param keysInside its {@link participants}, where they are known
 */
export function searchDocument(
  object: JsonObject,
  facts: AccessFacts,
  readKey: ReadKey,
  keysInside?: readonly KeyId[],
): SearchDocument {
  const open = facts.mixed ? stripProtected(object) : object;
  const copy = membersCopy(open); // a whole object is never a language map or a literal
  const key = typeKey(object);
  const derived = derivedUuids(object, key);
  if (derived.length > 0) setMember(copy, UUID_PATH, [...derived]);
  return {
    typeKey: key,
    visibleTo: facts.hidden ? [...new Set([...facts.owners, ...facts.readers])] : null,
    participants: facts.mixed ? (keysInside ?? participants(object, readKey)) : [],
    ...indexable(copy, readKey),
  };
}

/**
 * The searchable form of a value: language maps become arrays of their texts, `{"@value": x}` becomes x, signatures are
 * left out everywhere, and payload and secret out of every EncryptedValue (specification: Write rules 3). An object that
 * may be either a language map or an ordinary object is indexed as both.
 */
export function searchCopy(value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => searchCopy(item));
  if (!isObject(value)) return value;
  const map = readLanguageMap(value);
  if (map !== null) return map.ambiguous ? [...map.texts, membersCopy(value)] : [...map.texts];
  const literal = member(value, '@value');
  if (literal !== undefined) return searchCopy(literal);
  return membersCopy(value);
}

function membersCopy(value: JsonObject): JsonObject {
  const sealed = isEncryptedValue(value);
  const copy: JsonObject = {};
  for (const [name, item] of Object.entries(value)) {
    if (SIGNATURES.has(name) || (sealed && SEALED.has(name))) continue;
    setMember(copy, name, searchCopy(item));
  }
  return copy;
}
