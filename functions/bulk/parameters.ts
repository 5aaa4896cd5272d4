import * as z from 'zod/mini';
import { formattedText, integerParameter, typeKeyPatterns } from '../../shared/http/route.ts';
import { MAX_WINDOW } from '../../shared/repository/objects/search.ts';

/** Query of the stream of all objects. */
export const bulkQuery = z.object({
  type: z.optional(
    typeKeyPatterns(
      'Comma-separated patterns over type keys, as `index_hint` of a search has them; one that begins with `-` excludes. Without it, all types.',
      '*framework,*competency',
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
