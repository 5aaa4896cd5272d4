import * as z from 'zod/mini';

/** Query of requests with statements. */
export const statementQuery = z.object({
  badge: z.optional(
    z
      .enum(['true', 'false'], 'must be true or false')
      .check(z.describe('Whether assertions of positive statements become badges; XAPI_BADGES says it otherwise.')),
  ),
});
