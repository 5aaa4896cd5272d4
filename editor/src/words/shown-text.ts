import { textsOf, valuesOf } from '../../../shared/exchange/frameworks/values.ts';
import { isObject, type Json, member } from '../../../shared/repository/linked-data/json.ts';
import { readLanguageMap } from '../../../shared/repository/linked-data/language-map.ts';

/** A new text in a language, in the form that the client library writes. */
export function newText(text: string, language: string): Json {
  return { '@language': language, '@value': text };
}

/**
 * The value of a member after the text that is shown in a language was replaced. The form of the value stays: plain text, value object,
 * language map, or an array of these. A text in another language is replaced if that is the one that is shown.
 *
 * @param value of the member; undefined: it has none yet
 */
export function withShownText(value: Json | undefined, text: string, language: string): Json {
  if (value === undefined || value === null) return newText(text, language);
  if (typeof value === 'string') return text;
  const index = shownIndex(value, language);
  if (Array.isArray(value)) {
    return value.map((item, i) => (i === index ? withShownText(item, text, language) : item));
  }
  if (!isObject(value)) return newText(text, language);
  if (typeof member(value, '@value') === 'string') return { ...value, '@value': text };
  if (readLanguageMap(value) === null) return newText(text, language);
  const tags = Object.keys(value);
  const tag = tags[index] ?? language;
  return { ...value, [tag]: text };
}

/** The position, in an array or a language map, of the text that is shown in a language. */
function shownIndex(value: Json, language: string): number {
  const parts = Array.isArray(value) ? value.map((item) => [item]) : partsOf(value);
  const languages = parts.map((part) => textsOf(valuesOf(part[0], true))[0]?.language ?? null);
  const primary = primaryOf(language);
  for (const isShown of [
    (tag: string | null) => tag?.toLowerCase() === language.toLowerCase(),
    (tag: string | null) => tag !== null && primaryOf(tag) === primary,
    (tag: string | null) => tag === null,
  ]) {
    const index = languages.findIndex(isShown);
    if (index !== -1) return index;
  }
  return 0;
}

function partsOf(value: Json): readonly (readonly Json[])[] {
  if (!isObject(value)) return [];
  return Object.entries(value).map(([tag, text]) => [{ [tag]: text }]);
}

function primaryOf(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? '';
}
