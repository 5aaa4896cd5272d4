import * as z from 'zod/mini';

const redirectUrl = z.optional(
  z
    .string()
    .check(
      z.maxLength(2048),
      z.describe('Where the browser goes afterwards: an address of this service or of an origin in CORS_ORIGINS.'),
    ),
);

/** Query of `login`. */
export const loginQuery = z.object({
  redirectUrl,
  fresh: z.optional(
    z.string().check(z.describe('`true`: only an authentication in the last five minutes is accepted.')),
  ),
});

/** Query of `logout`. */
export const logoutQuery = z.object({ redirectUrl });
