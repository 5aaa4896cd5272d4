import * as z from 'zod/mini';

const flag = (description: string) =>
  z.optional(z.enum(['true', 'false'], 'must be true or false').check(z.describe(description)));

/** Query of an export. */
export const exportQuery = z.object({
  id: z.optional(
    z.string().check(z.maxLength(8192), z.describe('The `@id` of the object, instead of the name in the path.')),
  ),
  losses: flag('`true`: only what ASN has no property for, by node and property.'),
});

/** Query of an import. */
export const importQuery = z.object({
  dryRun: flag('`true`: report what would be saved, and store nothing.'),
});
