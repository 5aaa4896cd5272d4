import * as z from 'zod/mini';
import { signatureSheet, signatureSheetText } from '../../shared/http/json-ld-schemas.ts';
import { formattedText, integerParameter } from '../../shared/http/route.ts';

/** The secret, wherever a request carries it. */
const secret = z.string().check(z.describe("The server's secret, in place of a signature with the admin key."));

/** Headers of every admin operation. */
export const headers = z.object({ 'x-admin-secret': z.optional(secret) });

/** Shared by the query, the JSON body and the form. */
const dryRun = z.enum(['true', 'false']).check(z.describe('`true`: only count, and change nothing.'));

/** Query of the admin operations. */
export const operationQuery = z.object({ dryRun: z.optional(dryRun) });

/** The body of an admin operation, by its media type. @param parameters parameters of this operation besides the common ones */
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

/** Maximum size of a part of an export, in bytes: it is held in memory. */
const MAX_PART = 32_000_000;

/** Query of an export. */
export const exportQuery = z.object({
  maxBytes: z.optional(
    integerParameter(
      1,
      MAX_PART,
      'Return a part of the export: as many whole lines as fit into this many bytes, at least one. Without it, all lines.',
    ),
  ),
  cursor: z.optional(formattedText('cursor', 'From the `Link` header of the previous part; needs `maxBytes`.')),
});

/** Query of the changes. */
export const changesQuery = z.object({
  maxBytes: z.optional(
    integerParameter(1, MAX_PART, 'As many whole lines as fit into this many bytes, at least one. 3000000 by default.'),
  ),
  cursor: z.optional(
    formattedText('cursor', 'From the `Link` header of the previous part. Without it, the first part.'),
  ),
});

/** The server to copy from. */
export const copyParameters = z.object({
  from: z
    .string('is missing')
    .check(
      z.minLength(1, 'is missing'),
      z.describe(
        'Address of the other server, with or without `api/` at its end, such as `https://skills.example.org/api/`.',
      ),
    ),
  sourceSecret: z.optional(
    z
      .string()
      .check(
        z.describe(
          'The secret of the other server, if it runs this service. With it, everything is copied by the export of that server.',
        ),
      ),
  ),
});
