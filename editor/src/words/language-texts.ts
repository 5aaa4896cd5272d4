import { type Text, textOf, textsOf, textValue, valuesOf } from '../../../shared/exchange/frameworks/values.ts';
import {
  isObject,
  type Json,
  type JsonObject,
  member,
  setMember,
} from '../../../shared/repository/linked-data/json.ts';
import { readLanguageMap } from '../../../shared/repository/linked-data/language-map.ts';

/** The texts of a member in their order, each with its language. */
export function readTexts(value: Json | undefined): readonly Text[] {
  return textsOf(valuesOf(value, true));
}

/**
 * The value of a member with these texts. A language map stays one; otherwise a single text is a plain text or a value object, several
 * are an array of these. Whatever else the value contains stays.
 *
 * @param value before; undefined: the object has no such member yet
 * @returns null without texts: remove the member
 */
export function writeTexts(value: Json | undefined, texts: readonly Text[]): Json {
  const others = valuesOf(value, true).filter((item) => textOf(item) === null);
  if (texts.length === 0 && others.length === 0) return null;
  if (isObject(value) && member(value, '@value') === undefined && readLanguageMap(value) !== null) return mapOf(texts);
  const values = [...texts.map(textValue), ...others];
  const [only] = values;
  return values.length === 1 && only !== undefined && !Array.isArray(value) ? only : values;
}

/** The texts with the one in a language replaced or added, or removed if the new one is empty. */
export function withText(texts: readonly Text[], language: string | null, text: string): readonly Text[] {
  const index = texts.findIndex((one) => one.language === language);
  if (text === '') return texts.filter((_, i) => i !== index);
  return index === -1 ? [...texts, { language, text }] : texts.with(index, { language, text });
}

/** The text in exactly this language; null without one. */
export function exactText(texts: readonly Text[], language: string | null): string | null {
  return texts.find((one) => one.language?.toLowerCase() === language?.toLowerCase())?.text ?? null;
}

function mapOf(texts: readonly Text[]): JsonObject {
  const map: JsonObject = {};
  for (const { language, text } of texts) {
    const tag = language ?? '@none';
    const known = member(map, tag);
    setMember(map, tag, known === undefined ? text : [...[known].flat(), text]);
  }
  return map;
}
