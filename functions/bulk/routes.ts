import { NDJSON } from '../../shared/http/progress-answer.ts';
import { formattedText, type Route, routesOf } from '../../shared/http/route.ts';
import { bulkEndpoints } from './endpoints.ts';
import { bulkQuery } from './parameters.ts';

const lines = formattedText(
  'ndjson',
  'A line per object, as a read of it returns it.',
  '{"@context":"https://schema.org","@type":"Thing","@id":"https://example.org/1"}\n',
);

/** All objects at once. */
export const bulkRoutes: readonly Route[] = routesOf(bulkEndpoints, {
  bulk: {
    summary: 'All current objects that the caller may read',
    description:
      'The newest objects first, as one stream of lines, compressed if the client accepts gzip. An object that is there from the beginning to the end is sent once, whatever is written in between. With `limit`, pages: follow `rel="next"` of the `Link` header, and request a page again after a broken connection. `rel="monitor"` leads to the changes since the first page was requested. An answer that fails halfway ends without its last chunk, or without the end of the gzip data.',
    query: bulkQuery,
    responses: {
      200: { description: 'A line per object.', content: { [NDJSON]: lines }, headers: ['ETag', 'Link'] },
      304: {
        description: 'Nothing in the store has changed since the answer with this entity tag (`If-None-Match`).',
        headers: ['ETag'],
      },
    },
    problems: ['invalid-parameter', 'not-acceptable', 'store-unavailable', 'search-timeout', 'overloaded'],
  },
});
