import * as z from 'zod/mini';

/** Query of requests with statements. */
export const statementQuery = z.object({
  badge: z.optional(
    z
      .enum(['true', 'false'], 'must be true or false')
      .check(z.describe('Whether assertions of positive statements become badges; default: XAPI_BADGES.')),
  ),
  method: z.optional(
    z
      .enum(['PUT', 'POST'], 'must be PUT or POST')
      .check(
        z.describe(
          'The intended method, for clients that can only send forms: the form has the statement in `content`, and headers and parameters under their names.',
        ),
      ),
  ),
});

/** Query of requests with one statement. */
export const statementIdQuery = z.object({
  statementId: z.string('is missing').check(z.minLength(1, 'is missing'), z.describe('Id of the statement.')),
});
