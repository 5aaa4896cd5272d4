import * as z from 'zod/mini';
import { MAX_FAILURES } from '../../shared/exchange/transfer/report.ts';
import { NDJSON } from '../../shared/http/progress-answer.ts';
import { countSchema, formattedText, type Route, routesOf } from '../../shared/http/route.ts';
import { transferEndpoints } from './endpoints.ts';
import { changesQuery, exportQuery, headers } from './parameters.ts';

const lines = formattedText(
  'ndjson',
  'A line per version of an object, all versions of an object together, oldest first: `{"object":…,"version":…,"time":…}`, with `"deleted":true` on the last one of a deleted object, and `"names"` that lead to it besides its id. Then a line per stored identity, encrypted: `{"identity":{"key":…,"value":…}}`.',
  '{"object":{"@context":"https://schema.org","@type":"Thing","@id":"https://example.org/1"},"version":1,"time":1700000000000}\n',
);

/** The result of an import. */
export const importResult = z.object({
  read: countSchema('Versions and identities read: the sum of those below.'),
  restored: countSchema('Versions and identities that were imported.'),
  present: countSchema('Versions and identities that existed before.'),
  failedCount: countSchema('Lines that were refused.'),
  failed: z
    .array(z.object({ line: z.int(), '@id': z.nullable(z.string()), type: z.optional(z.string()), detail: z.string() }))
    .check(z.describe(`The first ${MAX_FAILURES} refused lines, with the reasons.`)),
  tookMs: countSchema('How long it took, milliseconds.'),
});

/** Export and import. */
export const transferRoutes: readonly Route[] = routesOf(transferEndpoints, {
  exportObjects: {
    summary: 'Every object with all its versions, and every stored identity',
    description:
      'Includes deleted and hidden objects. Identities are encrypted with the secret of the server. One stream, or with `maxBytes` parts: follow the `Link` header. Admin only.',
    query: exportQuery,
    headers,
    responses: {
      200: { description: 'A line per version and identity.', content: { [NDJSON]: lines }, headers: ['Link'] },
    },
    problems: ['invalid-parameter', 'admin-only', 'store-unavailable'],
  },
  listChanges: {
    summary: 'Every object with all its versions, then the changes since',
    description:
      'For servers that replicate this one. First every object as in an export, including deleted and hidden ones, without identities; then all versions of each object that was written, deleted or restored since. Each part has a `Link` to the next one. Admin only.',
    query: changesQuery,
    headers,
    responses: {
      200: {
        description: 'A line per version; no line if nothing has changed.',
        content: { [NDJSON]: lines },
        headers: ['Link', 'x-up-to-date'],
      },
    },
    problems: ['invalid-parameter', 'admin-only', 'store-unavailable'],
  },
  importObjects: {
    summary: 'Import versions of objects, and identities',
    description:
      'Imports the lines of an export, or JSON-LD objects, one per line. Each version is stored at its position among the versions of its object; existing versions and identities are not changed. A refused line does not stop the import. A line has the size limit of other request bodies; the whole body may be larger, and compressed with gzip. Admin only.',
    headers,
    requestBody: { required: true, content: { [NDJSON]: lines } },
    responses: {
      200: {
        description: `The result. As \`${NDJSON}\`: lines of progress, then the result with \`"done":true\`, or a problem document.`,
        content: { 'application/json': importResult, [NDJSON]: z.string() },
      },
    },
    problems: ['invalid-parameter', 'admin-only', 'store-unavailable'],
  },
});
