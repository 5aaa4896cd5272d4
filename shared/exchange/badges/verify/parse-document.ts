import * as z from 'zod/mini';

/**
 * Parses a document of another system. A member that is null is absent, as in JSON-LD, and an element of an array that is null is
 * left out (JSON-LD 1.1 Processing Algorithms and API, 5.1.2 Expansion).
 *
 * @param document JSON, of limited depth
 */
export function parseDocument<T extends z.ZodMiniType>(schema: T, document: unknown) {
  return z.safeParse(schema, withoutNulls(document));
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(withoutNulls);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const present = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(present.map(([name, member]) => [name, withoutNulls(member)]));
}
