import * as z from 'zod/mini';
import { items } from './references.ts';

/**
 * What other systems write as one value or as several (JSON-LD 1.1, 4.3; many claims of OpenID Connect): always an array, empty when it
 * is absent or null.
 */
export function oneOrMany<T>(item: z.ZodMiniType<T>) {
  return z.pipe(z.pipe(z.optional(z.unknown()), z.transform(items)), z.array(item));
}

/**
 * Parses a document of another system. A member that is null is absent, as in JSON-LD, and an element of an array that is null is
 * left out (JSON-LD 1.1 Processing Algorithms and API, 5.1.2 Expansion).
 *
 * @param document JSON, of limited depth
 */
export function parseForeign<T extends z.ZodMiniType>(schema: T, document: unknown) {
  return z.safeParse(schema, withoutNulls(document));
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(withoutNulls);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const present = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(present.map(([name, member]) => [name, withoutNulls(member)]));
}
