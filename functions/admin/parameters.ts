import * as z from 'zod/mini';
import { signatureSheet, signatureSheetText } from '../../shared/http/json-ld-schemas.ts';

/** The secret, wherever a request carries it. */
const secret = z.string().check(z.describe("The server's secret, in place of a signature with the admin key."));

/** Headers of every admin operation. */
export const headers = z.object({ 'x-admin-secret': z.optional(secret) });

/** Shared by the query, the JSON body and the form. */
const dryRun = z.enum(['true', 'false']).check(z.describe('`true`: only count, and change nothing.'));

/** Query of the admin operations. */
export const operationQuery = z.object({ dryRun: z.optional(dryRun) });

/** The body of an admin operation, by its type. @param parameters of this operation, besides the common ones */
export function operationBody(parameters: z.ZodMiniObject) {
  const form = z.extend(parameters, {
    dryRun: z.optional(dryRun),
    secret: z.optional(secret),
    signatureSheet: z.optional(signatureSheetText),
  });
  const json = z.extend(parameters, {
    dryRun: z.optional(z.union([z.boolean(), dryRun])),
    secret: z.optional(secret),
    signatureSheet: z.optional(signatureSheet),
  });
  return { 'application/json': json, 'multipart/form-data': form, 'application/x-www-form-urlencoded': form };
}
