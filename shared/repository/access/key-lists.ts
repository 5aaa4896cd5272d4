import { looksLikePem, singleLinePem } from '../../base/crypto/pem.ts';
import { type PublicKey, parsePublicKey, type ReadKey } from '../../base/crypto/public-key.ts';
import { Problem } from '../../base/errors/problem.ts';
import { isObject, type Json, type JsonObject, member, setMember } from '../linked-data/json.ts';
import { items } from '../linked-data/references.ts';

/** The spellings of the members that list owners and readers. */
export const OWNER_MEMBERS = ['owner', '@owner'] as const;
export const READER_MEMBERS = ['reader', '@reader'] as const;

const KEY_MEMBERS = [...OWNER_MEMBERS, ...READER_MEMBERS];

/** Decrypted secrets belong only to the answer that they were made for. */
const OPENED_SECRETS = ['decryptedSecret', '@decryptedSecret'];

/** The keys that a node names, spellings put together. */
export type KeyLists = { readonly owners: readonly PublicKey[]; readonly readers: readonly PublicKey[] };

/**
 * Owners and readers of a whole object (specification: Common fields of every stored object). A list that is present
 * must be an array of public keys; null counts as absent.
 *
 * @throws Problem `invalid-object` or `malformed-key` (400), `where` points to the member
 */
export function readObjectKeys(object: JsonObject, readKey: ReadKey = parsePublicKey): KeyLists {
  const read = (name: string): readonly PublicKey[] => {
    const list = member(object, name) ?? [];
    if (!Array.isArray(list)) {
      throw new Problem('invalid-object', `"${name}" has to be an array of public keys.`, { where: `/${name}` });
    }
    return list.map((item, i) => {
      if (typeof item === 'string') return readKeyAt(item, () => `/${name}/${i}`, readKey);
      throw new Problem('invalid-object', `"${name}" may hold public keys only.`, { where: `/${name}/${i}` });
    });
  };
  return { owners: OWNER_MEMBERS.flatMap(read), readers: READER_MEMBERS.flatMap(read) };
}

/**
 * Owners and readers of an object inside another. Other vocabularies use these names too, so only texts that look like
 * PEM are read as keys: they have to be valid, and to be in the member itself or in its array. Wrapped in any other way
 * (JSON-LD has `@value`, `@list`, `@set` and more) they would be ignored, and what they are meant to protect would be
 * public.
 *
 * @param where JSON pointer of the node
 * @throws Problem `invalid-object` or `malformed-key` (400), `where` points to the member
 */
export function readNestedKeys(node: JsonObject, where: () => string, readKey: ReadKey = parsePublicKey): KeyLists {
  const read = (name: string): readonly PublicKey[] => {
    const value = member(node, name);
    if (value === undefined) return [];
    if (items(value).some((item) => typeof item === 'object' && wrapsPem(item))) {
      throw new Problem('invalid-object', `"${name}" has to list its public keys as texts.`, {
        where: `${where()}/${name}`,
      });
    }
    return pemTexts(value).map((pem) => readKeyAt(pem, () => `${where()}/${name}`, readKey));
  };
  return { owners: OWNER_MEMBERS.flatMap(read), readers: READER_MEMBERS.flatMap(read) };
}

/**
 * Whether a text that looks like PEM is somewhere in a value. An object with a type is an object of its own, not a wrapper: its
 * keys and key lists are its own.
 */
function wrapsPem(value: Json): boolean {
  if (typeof value === 'string') return looksLikePem(value);
  if (Array.isArray(value)) return value.some(wrapsPem);
  if (!isObject(value)) return false;
  const literal = member(value, '@value');
  if (literal !== undefined) return wrapsPem(literal);
  if (member(value, '@type') !== undefined || member(value, 'type') !== undefined) return false;
  return Object.entries(value).some(([name, item]) => !KEY_MEMBERS.some((list) => list === name) && wrapsPem(item));
}

/** The texts in a member's value that look like PEM: its array elements', or its own. */
export function pemTexts(value: Json | undefined): readonly string[] {
  return items(value).filter((item): item is string => typeof item === 'string' && looksLikePem(item));
}

/**
 * Puts every listed key of a freshly parsed object, at every depth, on a single line (specification: Write rules 2), and removes
 * decrypted secrets. Changes the object in place.
 */
export function normalizeKeyLists(object: JsonObject): void {
  for (const name of KEY_MEMBERS) {
    const value = member(object, name);
    if (value !== undefined) setMember(object, name, singleLineKeys(value));
  }
  for (const name of OPENED_SECRETS) if (Object.hasOwn(object, name)) delete object[name];
  for (const value of Object.values(object)) normalizeWithin(value);
}

function normalizeWithin(value: Json): void {
  if (isObject(value)) normalizeKeyLists(value);
  else if (Array.isArray(value)) value.forEach(normalizeWithin);
}

function singleLineKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => (Array.isArray(item) ? item : singleLineKeys(item)));
  return typeof value === 'string' && looksLikePem(value) ? singleLinePem(value) : value;
}

function readKeyAt(pem: string, where: () => string, readKey: ReadKey): PublicKey {
  try {
    return readKey(pem);
  } catch (error) {
    if (error instanceof Problem) throw new Problem(error.code, error.message, { where: where() });
    throw error;
  }
}
