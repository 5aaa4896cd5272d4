import type { KeyId, ReadKey } from '../../base/crypto/public-key.ts';
import { participants } from '../access/read-filter.ts';
import { isObject, type JsonObject, member, parseJson } from '../linked-data/json.ts';
import { items } from '../linked-data/references.ts';
import type { AccessFacts, StoredVersion } from '../store/object-store.ts';

/** The facts about a version, old or new, that decide which profiles it changes. */
export type ChangedVersion = Pick<StoredVersion, 'text' | 'access'>;

/** As {@link ChangedVersion}, whose text may be null where it is too long to be read: then it may change every profile. */
export type ChangedState = { readonly text: string | null; readonly access: AccessFacts };

/** Which profiles a version may change: none, those that one of these keys takes part in, or any. */
export type ProfileEffect = 'none' | 'all' | { readonly keys: readonly KeyId[] };

/** Ends of the types of objects, encrypted or not, that any profile may depend on. */
const SHARED_TYPE = /(?:framework|competency|relation|level|creativework|concept|person)$/;
const ASSERTION_TYPE = /assertion$/;

/** Members that make a relation or a concept of an object of any type. */
const SHARED_MEMBERS = ['relationType', 'prefLabel', 'skos:prefLabel', 'hiddenLabel', 'skos:hiddenLabel'];

/** Tested on the text alone, so that most objects need not be parsed. */
const MAY_MATTER =
  /framework|competency|relation|level|creativework|concept|person|assertion|encryptedvalue|prefLabel|hiddenLabel/i;

/**
 * The effect of a version that is stored, or is about to be. A text that is not an object may be anything: it changes
 * all profiles.
 */
export function effectOfText({ text, access }: ChangedVersion, readKey: ReadKey): ProfileEffect {
  if (!MAY_MATTER.test(text)) return 'none';
  const object = parsed(text);
  return object === null ? 'all' : profileEffect(object, access, () => participants(object, readKey));
}

/**
 * {@link effectOfText} of a version that is parsed.
 * @param keysInside keys of its protected parts, see `participants`
 */
export function profileEffect(
  object: JsonObject,
  access: AccessFacts,
  keysInside: () => readonly KeyId[],
): ProfileEffect {
  if (isShared(object)) return 'all';
  if (!typesOf(object).some((type) => ASSERTION_TYPE.test(type))) return 'none';
  return { keys: [...access.owners, ...access.readers, ...keysInside()] };
}

/** Null for a text that is not an object. */
function parsed(text: string): JsonObject | null {
  try {
    const value = parseJson(text, 'The stored object');
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** True for objects that any profile may depend on, and for encrypted ones of unknown type. */
function isShared(object: JsonObject): boolean {
  const types = typesOf(object);
  if (types.every((type) => type.endsWith('encryptedvalue'))) return true;
  const shared = types.some((type) => SHARED_TYPE.test(type));
  return shared || SHARED_MEMBERS.some((name) => member(object, name) !== undefined);
}

/** The declared types of an object, and of its encrypted contents, in lower case. */
function typesOf(object: JsonObject): readonly string[] {
  return ['@type', 'type', '@encryptedType', 'encryptedType'].flatMap((name) => {
    return items(member(object, name)).flatMap((type) => (typeof type === 'string' ? type.toLowerCase() : []));
  });
}
