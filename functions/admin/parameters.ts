import * as z from 'zod/mini';

/** The secret, wherever a request carries it. */
export const secret = z.string().check(z.describe("The server's secret, in place of a signature with the admin key."));

/** Headers of every admin operation. */
export const headers = z.object({ 'x-admin-secret': z.optional(secret) });

/** Wherever a request carries it. */
export const dryRun = z.enum(['true', 'false']).check(z.describe('`true`: only count, and change nothing.'));

/** Query of the admin operations. */
export const operationQuery = z.object({ dryRun: z.optional(dryRun) });
