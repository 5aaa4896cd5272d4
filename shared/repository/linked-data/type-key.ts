import { type Json, type JsonObject, member } from './json.ts';
import { items } from './references.ts';

/**
 * The derived type key (specification: Type key derivation), such as `schema.cassproject.org.0.4.competency`: which the
 * `type` path segment and `index_hint` patterns are compared with. Encrypted objects have the key of the type that they wrap.
 *
 * Of several types or contexts the first text counts; a context that is an object is left out.
 */
export function typeKey(object: JsonObject): string {
  const type = firstText(object, '@encryptedType', 'encryptedType', '@type', 'type') ?? '';
  const context = firstText(object, '@encryptedContext', 'encryptedContext', '@context', 'context');
  const full = type.includes('http') || context === null ? type : `${withoutSlashes(context)}/${type}`;
  return full
    .replace(/^https?:\/\//i, '')
    .replace(/[/:]/g, '.')
    .toLowerCase();
}

/** Without slashes at the end. An expression takes time by the square of the slashes elsewhere. */
function withoutSlashes(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === '/') end--;
  return text.slice(0, end);
}

/** The first text in one of these members, or in an array there. */
function firstText(object: JsonObject, ...names: readonly string[]): string | null {
  for (const name of names) {
    const text = textOf(member(object, name));
    if (text !== null) return text;
  }
  return null;
}

function textOf(value: Json | undefined): string | null {
  return items(value).find((item): item is string => typeof item === 'string' && item !== '') ?? null;
}
