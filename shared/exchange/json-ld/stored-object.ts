import { isObject, type Json, type JsonObject, member, setMember } from '../../repository/linked-data/json.ts';
import { readLanguageMap } from '../../repository/linked-data/language-map.ts';
import { items } from '../../repository/linked-data/references.ts';
import { KBAC_TERMS } from './contexts/service.ts';

/** Members that objects have with and without `@` (specification: Common fields); JSON-LD ignores the former. */
const ALIASES: ReadonlyMap<string, string> = new Map(KBAC_TERMS.map((name) => [`@${name}`, name]));

const IS_VERSION_OF = 'http://purl.org/dc/terms/isVersionOf';

/**
 * A stored object as JSON-LD that every processor understands as intended: `@owner` and the like without `@`, and language maps of
 * any member as values with their languages, which JSON-LD has for declared terms only. Other objects refer to it by its id without
 * a version, so a version states that it is one (`isVersionOf`).
 */
export function toJsonLd(object: JsonObject, shortId: string): JsonObject {
  const result = nodeOf(object);
  if (member(object, '@id') !== shortId) setMember(result, IS_VERSION_OF, { '@id': shortId });
  return result;
}

function nodeOf(object: JsonObject): JsonObject {
  const result: JsonObject = {};
  for (const [name, value] of Object.entries(object)) {
    const alias = ALIASES.get(name);
    if (alias !== undefined && member(object, alias) !== undefined) continue;
    setMember(result, alias ?? name, name === '@context' ? value : jsonLdValue(value));
  }
  return result;
}

function jsonLdValue(value: Json): Json {
  if (Array.isArray(value))
    return value.flatMap((item) => (isObject(item) ? items(jsonLdValue(item)) : [jsonLdValue(item)]));
  if (!isObject(value)) return value;
  // In an array: a term that a context declares for language maps would take a value alone for one of them.
  if (member(value, '@value') !== undefined) return [value];
  const map = readLanguageMap(value);
  return map === null || map.ambiguous ? nodeOf(value) : textsOf(value);
}

/** The texts of a language map as values. */
function textsOf(map: JsonObject): Json[] {
  return Object.entries(map).flatMap(([language, texts]) =>
    items(texts)
      .filter((text) => text !== null)
      .map((text): Json => (language === '@none' ? { '@value': text } : { '@language': language, '@value': text })),
  );
}
