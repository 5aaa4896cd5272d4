import * as z from 'zod/mini';

/**
 * What other systems write as one value or as several (JSON-LD 1.1, 4.3; many claims of OpenID Connect): always an array, empty when it
 * is absent or null.
 */
export function oneOrMany<T>(item: z.ZodMiniType<T>) {
  return z.pipe(z.pipe(z.optional(z.unknown()), z.transform(listOf)), z.array(item));
}

function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** What may be absent, which other systems also write as null (JSON-LD 1.1, 9.2: both mean the same). */
export function absentOrNull<T>(schema: z.ZodMiniType<T>) {
  return z.pipe(
    z.nullish(schema),
    z.transform((value) => value ?? undefined),
  );
}
