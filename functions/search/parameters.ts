import * as z from 'zod/mini';
import { formattedText, integerParameter, typeKeyPatterns } from '../../shared/http/route.ts';
import { DEFAULT_SIZE, MAX_WINDOW } from '../../shared/repository/objects/search.ts';

const q = formattedText(
  'query-string',
  'Query in the syntax of Lucene, such as `name:division AND @type:Competency`.',
  '*',
);
const start = integerParameter(0, MAX_WINDOW, `Results to skip; with \`size\` at most ${MAX_WINDOW}.`);
const size = integerParameter(0, MAX_WINDOW, `Results to return; with \`start\` at most ${MAX_WINDOW}.`);
const sort = formattedText('sort', 'Engine sort JSON.', '[{"name.keyword":{"order":"asc"}}]');
const indexHint = typeKeyPatterns(
  'Comma-separated patterns over type keys; one that begins with `-` excludes.',
  '*competency,*encryptedvalue',
);
const ids = z.string().check(z.describe('Any value: only the ids of the objects.'));
const lengths = z.string().check(
  z.maxLength(1000),
  z.regex(/^[^,]+(,[^,]+)*$/),
  z.meta({
    description: 'Names of members: a list in one of them is replaced by the number of its items.',
    example: 'competency,relation',
  }),
);
const times = z.string().check(z.describe('Any value: each object with the time of its last change.'));
const count = integerParameter(
  1,
  MAX_WINDOW,
  'Counts the results of all pages up to this number: `X-Total-Count`, with the first page.',
);
const cursor = formattedText(
  'cursor',
  'From the `Link` header of the previous page; requires the same `q` and `sort`.',
);

const mode = z
  .enum(['words', 'meaning', 'both'])
  .check(
    z.describe(
      'How to compare: by the words of `q`; by what it means, with an embedding model (docs/use/meaning.md); or by both, in one rank. The response header `x-search-mode` says which of them was possible.',
    ),
  );
const similarTo = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(2048),
    z.describe('Id of an object: finds those whose text means something similar, instead of `q`.'),
  );
const filter = formattedText('query-string', 'Query that results must match too. It does not change their order.');

/** The valid values of each single parameter. */
export const searchFields = {
  q,
  start,
  size,
  sort,
  indexHint,
  ids,
  lengths,
  times,
  count,
  cursor,
  mode,
  similarTo,
  filter,
};

/** Search request parameters (specification), in a query string or in `searchParams`. */
export const searchParameters = z.object({
  q: z._default(q, '*'),
  start: z._default(start, 0),
  size: z._default(size, DEFAULT_SIZE),
  sort: z.optional(sort),
  index_hint: z.optional(indexHint),
  ids: z.optional(ids),
  lengths: z.optional(lengths),
  times: z.optional(times),
  count: z.optional(count),
  cursor: z.optional(cursor),
  mode: z.optional(mode),
  similarTo: z.optional(similarTo),
  filter: z.optional(filter),
});
