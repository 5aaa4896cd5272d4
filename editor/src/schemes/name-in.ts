import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { textIn } from '../words/text-of.ts';
import { isScheme } from './concept-links.ts';
import { memberFor } from './edit-scheme.ts';

/** The name of a framework, a concept scheme, or a part of either, in a language or the next best one; null without one. */
export function nameIn(object: JsonObject, language: string): string | null {
  if (isScheme(object)) return textIn(object, memberFor(object, 'name'), language);
  return textIn(object, 'name', language) ?? textIn(object, 'skos:prefLabel', language);
}
