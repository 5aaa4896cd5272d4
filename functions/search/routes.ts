import * as z from 'zod/mini';
import type { ProblemCode } from '../../shared/base/errors/catalog.ts';
import { jsonLdArray, signatureSheet, signatureSheetText } from '../../shared/http/json-ld-schemas.ts';
import { type Description, formattedText, type Route, routesOf } from '../../shared/http/route.ts';
import { batchRoutes } from './batch-routes.ts';
import { searchEndpoints } from './endpoints.ts';
import { searchFields, searchParameters } from './parameters.ts';

const { q, start, size, sort, indexHint, lengths, times, count, cursor, mode, similarTo, filter } = searchFields;

const sortObject = z.record(
  z.string(),
  z.union([
    z.enum(['asc', 'desc']),
    z.object({
      order: z.optional(z.enum(['asc', 'desc'])),
      missing: z.optional(z.enum(['_first', '_last'])),
      unmapped_type: z.optional(z.string()),
      mode: z.optional(z.enum(['min', 'max'])),
    }),
  ]),
);

const searchParams = z
  .looseObject({
    q: z.nullish(q),
    start: z.nullish(start),
    size: z.nullish(size),
    sort: z.nullish(z.union([sort, sortObject, z.array(z.union([z.string(), sortObject]))])),
    index_hint: z.nullish(indexHint),
    lengths: z.nullish(lengths),
    times: z.nullish(times),
    count: z.nullish(count),
    cursor: z.nullish(cursor),
    mode: z.nullish(mode),
    similarTo: z.nullish(similarTo),
    filter: z.nullish(filter),
  })
  .check(
    z.meta({
      id: 'SearchParams',
      description: 'Search parameters; they take precedence over parameters in the query string.',
    }),
  );

/** Any other body, such as an object to save, would be treated as a search for everything. */
const jsonSearch = z.union([
  z.looseObject({ searchParams: z.nullable(searchParams), signatureSheet: z.optional(signatureSheet) }),
  z.looseObject({ signatureSheet }),
  z.strictObject({}),
]);

const formSearch = z.looseObject({
  data: z.optional(formattedText('query-string', 'The query; takes precedence over every `q`.')),
  searchParams: z.optional(formattedText('search-params', 'JSON text of `SearchParams`.')),
  signatureSheet: z.optional(signatureSheetText),
});

const description =
  'Searches only data that the caller may read: hidden data cannot be found. Follow the `Link` header for pages beyond the first 10,000 results. With `mode=meaning` or `similarTo`, the pages have the 1,000 most similar results, with `mode=both` the first 1,000 of each rank, and `count` counts those; if there may be more, the last page has the header `Warning`. `sort` is refused then.';
const timedObject = z.strictObject({ time: z.number(), object: z.looseObject({}) });
const answers = {
  200: {
    description:
      'The found objects, best first; with `ids` their ids; with `times` each with the time of its last change, in UTC milliseconds.',
    content: { 'application/json': z.union([jsonLdArray, z.array(z.string()), z.array(timedObject)]) },
    headers: ['Link', 'Warning', 'X-Total-Count', 'x-search-mode'],
  },
};
const problems: readonly ProblemCode[] = [
  'invalid-parameter',
  'invalid-query',
  'query-too-broad',
  'result-window-exceeded',
  'store-unavailable',
  'search-timeout',
  'not-found',
  'model-unavailable',
  'model-failed',
  'model-timeout',
  'too-many-requests',
];

const search: Description = {
  summary: 'Find current objects that the caller may read',
  description,
  query: searchParameters,
  responses: answers,
  problems,
};

const postSearch: Description = {
  ...search,
  requestBody: {
    required: false,
    content: {
      'application/json': jsonSearch,
      'multipart/form-data': formSearch,
      'application/x-www-form-urlencoded': formSearch,
    },
  },
};

/** Search and batch operations (specification: Search and batch). */
export const searchRoutes: readonly Route[] = [
  ...routesOf(searchEndpoints, { search, postSearch, searchData: search, postSearchData: postSearch }),
  ...batchRoutes,
];
