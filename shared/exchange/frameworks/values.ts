import { isObject, type Json, type JsonObject, member } from '../../repository/linked-data/json.ts';
import { readLanguageMap } from '../../repository/linked-data/language-map.ts';
import { items } from '../../repository/linked-data/references.ts';

/** A text, and its language tag (RFC 5646) as it was written; null without one. */
export type Text = { readonly text: string; readonly language: string | null };

/** A value object (JSON-LD 1.1, 9.5) for a text with a language, else the text. */
export function textValue({ text, language }: Text): Json {
  return language === null ? text : { '@language': language, '@value': text };
}

/**
 * The single values of a member: elements of arrays and of `@list` and `@set`, texts of language maps as value objects. `null` is
 * not a value.
 *
 * @param isText the member holds texts: an object whose members could be language tags is a language map then
 */
export function valuesOf(value: Json | undefined, isText: boolean): readonly Json[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => valuesOf(item, isText));
  if (!isObject(value)) return [value];
  for (const container of ['@list', '@set']) {
    const items = member(value, container);
    if (items !== undefined) return valuesOf(items, isText);
  }
  const literal = member(value, '@value');
  if (literal !== undefined) return Object.keys(value).length === 1 ? valuesOf(literal, isText) : [value];
  const map = readLanguageMap(value);
  return map !== null && (isText || !map.ambiguous) ? inLanguages(value) : [value];
}

/** Whether a member came as an array, or as a language map with one: a single value of it stays one then. */
export function isList(value: Json | undefined): boolean {
  if (Array.isArray(value)) return true;
  return isObject(value) && Object.values(value).some((item) => Array.isArray(item)) && readLanguageMap(value) !== null;
}

function inLanguages(map: JsonObject): readonly Json[] {
  return Object.entries(map).flatMap(([tag, item]) =>
    items(item).flatMap((text) => {
      return typeof text === 'string' ? [textValue({ text, language: tag === '@none' ? null : tag })] : [];
    }),
  );
}

/** The text in a value; null when it is neither a text nor a value object with one. */
export function textOf(value: Json): Text | null {
  if (typeof value === 'string') return { text: value, language: null };
  if (!isObject(value)) return null;
  const text = member(value, '@value');
  const language = member(value, '@language');
  if (typeof text !== 'string') return null;
  return { text, language: typeof language === 'string' ? language : null };
}

/** Whether a value is a text without a letter: it says nothing, as an absent one. */
export function isBlank(value: Json): boolean {
  if (typeof value === 'string') return value.trim() === '';
  const text = textOf(value);
  return text !== null && text.text.trim() === '';
}

/** The texts among values. */
export function textsOf(values: readonly Json[] | undefined): readonly Text[] {
  return (values ?? []).flatMap((value) => textOf(value) ?? []);
}

/**
 * One text, for formats with a single language.
 *
 * @param language the preferred language; a text with a tag that begins with it is chosen, else one without a tag, else the first
 */
export function bestText(values: readonly Json[] | undefined, language = 'en'): string | null {
  const texts = textsOf(values);
  const primary = language.toLowerCase().split('-')[0] ?? '';
  const best =
    texts.find((text) => text.language?.toLowerCase() === language.toLowerCase()) ??
    texts.find((text) => text.language?.toLowerCase().split('-')[0] === primary) ??
    texts.find((text) => text.language === null) ??
    texts[0];
  return best?.text ?? null;
}

/** The IRI, or other plain text, in a value: a text, `{"@id": …}` or `{"@value": …}`; null for anything else. */
export function scalarText(value: Json): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (!isObject(value)) return null;
  const inner = member(value, '@id') ?? member(value, '@value') ?? null;
  return typeof inner === 'string' || typeof inner === 'number' ? String(inner) : null;
}
