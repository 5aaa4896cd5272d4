import { isEncryptedValue } from '../access/kbac-types.ts';
import { stripProtected } from '../access/read-filter.ts';
import { isObject, type Json, type JsonObject } from '../linked-data/json.ts';
import { readLanguageMap } from '../linked-data/language-map.ts';
import { typeKey } from '../linked-data/type-key.ts';

/** Objects that people look for by what they mean, by the end of their type keys. */
const TYPES = /(?:^|\.)(?:competency|framework|competencyframework|conceptscheme|concept|cfitem|cfdocument)$/;

/** Members with the text of an object, by their names without prefix, the most telling first. */
const TEXTS = [
  ...['name', 'title', 'prefLabel', 'competencyLabel', 'competencyText', 'fullStatement'],
  ...['description', 'definition', 'comment'],
];

/** Longer texts are cut: what they mean as a whole, their beginning says. */
const MAX_CHARACTERS = 4_000;

/**
 * The text of an object by which it is found: name, statement and description, in all their languages.
 *
 * @returns null for objects that are not found by meaning: other types, encrypted ones, and those without text
 */
export function embeddedText(object: JsonObject): string | null {
  if (isEncryptedValue(object) || !TYPES.test(typeKey(object))) return null;
  const members = new Map<string, Json>();
  for (const [name, value] of Object.entries(stripProtected(object))) {
    const local = name.split(/[:/#]/).at(-1) ?? name;
    if (!members.has(local)) members.set(local, value);
  }
  return joinTexts(TEXTS.flatMap((name) => textsIn(members.get(name))));
}

/** One text of several, each once, cut where models do; null: they are all empty. */
export function joinTexts(texts: readonly string[]): string | null {
  const distinct = [...new Set(texts.map((text) => text.replace(/\s+/g, ' ').trim()))].filter((text) => text !== '');
  return distinct.length === 0 ? null : distinct.join('. ').slice(0, MAX_CHARACTERS).toWellFormed();
}

function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isObject(value)) return [];
  if (value['@value'] !== undefined) return textsIn(value['@value']);
  return readLanguageMap(value)?.texts ?? [];
}
