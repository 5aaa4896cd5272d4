import { bestText, textsOf, valuesOf } from '../../../shared/exchange/frameworks/values.ts';
import { type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';

/**
 * The text of a member in a language, or in the next best one.
 *
 * @returns null without any text
 */
export function textIn(object: JsonObject, name: string, language: string): string | null {
  return bestText(valuesOf(member(object, name), true), language);
}

/** The languages that a member has texts in, as their tags were written. */
export function languagesOf(object: JsonObject, name: string): readonly string[] {
  const texts = textsOf(valuesOf(member(object, name), true));
  return [...new Set(texts.flatMap(({ language }) => language ?? []))];
}
