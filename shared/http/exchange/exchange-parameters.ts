import * as z from 'zod/mini';

/** A switch in a query or form. */
export function flag(description: string) {
  return z.optional(z.enum(['true', 'false'], 'must be true or false').check(z.describe(description)));
}

/** Query of an export. @param format its name, for the description */
export function exportQueryOf(format: string) {
  return z.object({
    id: z.optional(
      z.string().check(z.maxLength(8192), z.describe('The `@id` of the object, instead of the name in the path.')),
    ),
    losses: flag(`\`true\`: only what ${format} has no property for, by node and property.`),
  });
}

/** Query of an import. */
export const importQuery = z.object({
  dryRun: flag('`true`: report what would be saved, and store nothing.'),
  copy: flag('`true`: save everything under new ids, and change nothing that is stored.'),
  outline: flag('`true`: the report of a dry run also has the names of the frameworks and of what they consist of.'),
});
