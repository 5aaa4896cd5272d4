import * as z from 'zod/mini';

/** Query of `ping`. */
export const pingQuery = z.object({
  fields: z.optional(z.string().check(z.describe('Comma-separated names: only these members.'))),
});

/** Query of `sky/admin`. */
export const adminQuery = z.object({
  full: z.optional(z.string().check(z.describe('`true`: the configuration for users, as an object.'))),
});

/** Query of `readyz`. */
export const readyQuery = z.object({
  full: z.optional(z.string().check(z.describe('Also how far another server is replicated.'))),
});
