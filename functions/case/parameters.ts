import * as z from 'zod/mini';
import { integerParameter } from '../../shared/http/route.ts';

const words = (description: string, example?: string) =>
  z.optional(z.string().check(z.maxLength(2048), z.meta({ description, ...(example !== undefined && { example }) })));

/** The largest page. */
export const MAX_LIMIT = 1000;

const id = words('The `@id`, instead of the name in the path.');
const fields = words('Names of the fields that the answer has, separated by commas.', 'title,uri');
const paging = {
  limit: z.optional(integerParameter(1, MAX_LIMIT, 'Records of a page; 100 by default.')),
  offset: z.optional(integerParameter(0, 1_000_000, 'Records that are left out before the page.')),
};

/** Query of one part. */
export const partQuery = z.object({ id });

const flag = (description: string) =>
  z.optional(z.enum(['true', 'false'], 'must be true or false').check(z.describe(description)));

/** Query of a package. */
export const packageQuery = z.object({
  id,
  losses: flag('`true`: only what CASE has no place for, by node and property.'),
});

/** Query of a list of items or associations. */
export const listQuery = z.object({ id, ...paging, fields });

/** Query of the list of documents. */
export const documentsQuery = z.object({
  ...{ id, ...paging, fields },
  sort: words('The field that records are sorted by; one that is not known changes nothing.', 'title'),
  orderBy: z.optional(z.enum(['asc', 'desc'], 'must be asc or desc').check(z.describe('The direction of `sort`.'))),
  filter: words(
    "`<field><operator>'<value>'`, with `=`, `!=`, `>`, `>=`, `<`, `<=` or `~` (contains); several are joined by ` AND ` or ` OR `.",
    "title~'Welding'",
  ),
});

/** Query of an import. */
export const importQuery = z.object({ dryRun: flag('`true`: report what would be saved, and store nothing.') });
