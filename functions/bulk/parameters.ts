import * as z from 'zod/mini';
import { formattedText, integerParameter } from '../../shared/http/route.ts';
import { MAX_WINDOW } from '../../shared/repository/objects/search.ts';

/** Query of the stream of all objects. */
export const bulkQuery = z.object({
  type: z.optional(
    z.string().check(
      z.meta({
        description:
          'Comma-separated patterns over type keys, as `index_hint` of a search has them; one that begins with `-` excludes. Without it, all types.',
        pattern: '^((-?[a-z0-9.*_][a-z0-9.*_-]*)?,)*(-?[a-z0-9.*_][a-z0-9.*_-]*)?$',
        not: { pattern: '\\.\\.' },
        example: '*framework,*competency',
      }),
    ),
  ),
  limit: z.optional(
    integerParameter(
      1,
      MAX_WINDOW,
      'Return a page: this many objects, and a `Link` to the next page. Without it, all objects.',
    ),
  ),
  cursor: z.optional(formattedText('cursor', 'From the `Link` header of the previous page; requires the same `type`.')),
});

/** Query of the catalog. */
export const catalogQuery = z.object({
  cursor: z.optional(
    formattedText('cursor', 'From the `Link` header of the previous page. Without it, the first page.'),
  ),
});
