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
 * The values of query parameters, by name; what is not given is absent.
 *
 * @param names the parameters that have one value, as all do that are not lists
 * @throws Problem `invalid-parameter` (400) for one of them that is given several times with different values: the
 *   request is ambiguous
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
