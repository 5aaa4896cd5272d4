import type * as z from 'zod/mini';
import { Problem } from '../errors/problem.ts';

/**
 * Checks query parameters with the schema of the API description. Unknown parameters are ignored.
 *
 * @throws Problem `invalid-parameter` (400) naming the first wrong one
 */
export function parseParameters<T extends z.ZodMiniObject>(schema: T, parameters: URLSearchParams): z.output<T> {
  return parseWith(schema, queryValues(parameters, Object.keys(schema.shape)));
}

/**
 * The values of query parameters, by name; missing ones are absent.
 *
 * @param names the parameters with a single value: all that are not lists
 * @throws Problem `invalid-parameter` (400) if one of these occurs several times with different values: the request is
 *   ambiguous
 */
export function queryValues(parameters: URLSearchParams, names: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of names) {
    const [value, ...others] = new Set(parameters.getAll(name));
    if (others.length > 0) {
      throw new Problem('invalid-parameter', `${name}: was given more than once, with different values.`, {
        where: name,
      });
    }
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** Like {@link parseParameters}, for parameters from another source than a query. */
export function parseWith<T extends z.ZodMiniType>(schema: T, values: unknown): z.output<T> {
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const where = issue?.path.join('.') ?? '';
  throw new Problem('invalid-parameter', `${where || 'The request'}: ${issue?.message ?? 'has no valid value'}.`, {
    where,
  });
}
