import type * as z from 'zod/mini';
import { Problem } from '../errors/problem.ts';

/**
 * Checks query parameters with the schema that the description is made of. Unknown parameters are ignored; of a
 * repeated one the last counts.
 *
 * @throws Problem `invalid-parameter` (400) naming the first wrong one
 */
export function parseParameters<T extends z.ZodMiniType>(schema: T, parameters: URLSearchParams): z.output<T> {
  return parseWith(schema, Object.fromEntries(parameters));
}

/** As {@link parseParameters}, for parameters that came another way. */
export function parseWith<T extends z.ZodMiniType>(schema: T, values: unknown): z.output<T> {
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const where = issue?.path.join('.') ?? '';
  throw new Problem('invalid-parameter', `${where || 'The request'}: ${issue?.message ?? 'has no valid value'}.`, {
    where,
  });
}
