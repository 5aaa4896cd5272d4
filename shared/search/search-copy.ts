import { isEncryptedValue } from '../access/kbac-types.ts';
import type { AccessFacts } from '../access/permissions.ts';
import { participants, stripProtected } from '../access/read-filter.ts';
import type { KeyId, ReadKey } from '../crypto/public-key.ts';
import { isObject, type Json, type JsonObject, member, setMember } from '../linked-data/json.ts';
import { readLanguageMap } from '../linked-data/language-map.ts';
import { typeKey } from '../linked-data/type-key.ts';
import type { SearchDocument } from './document.ts';
import { indexable } from './fields.ts';

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
  return {
    typeKey: typeKey(object),
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
