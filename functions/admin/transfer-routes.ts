import * as z from 'zod/mini';
import { NDJSON } from '../../shared/http/progress-answer.ts';
import { formattedText, integerParameter, type Route } from '../../shared/http/route.ts';
import { MAX_FAILURES } from '../../shared/transfer/report.ts';
import { headers } from './headers.ts';

/** Bytes of the largest part of an export: it is held in memory. */
const MAX_PART = 32_000_000;

/** Query of an export. */
export const exportQuery = z.object({
  maxBytes: z.optional(
    integerParameter(
      1,
      MAX_PART,
      'Answer a part of the export: as many whole lines as go into so many bytes, at least one. Without it the answer is the whole.',
    ),
  ),
  cursor: z.optional(formattedText('cursor', 'From the `Link` header of the part before; goes with `maxBytes`.')),
});

const lines = formattedText(
  'ndjson',
  'A line per version of an object, those of an object together, oldest first: `{"object":…,"version":…,"time":…}`, with `"deleted":true` on the last one of a deleted object, and `"names"` that lead to it besides its id. Then a line per stored identity, encrypted: `{"identity":{"key":…,"value":…}}`.',
  '{"object":{"@context":"https://schema.org","@type":"Thing","@id":"https://example.org/1"},"version":1,"time":1700000000000}\n',
);

const count = (description: string) => z.int().check(z.minimum(0), z.describe(description));

/** What came of an import. */
export const importResult = z.object({
  read: count('Versions and identities read: all of those below.'),
  restored: count('Those that are here now.'),
  present: count('Those that were here before.'),
  failedCount: count('Lines that were refused.'),
  failed: z
    .array(z.object({ line: z.int(), '@id': z.nullable(z.string()), detail: z.string() }))
    .check(z.describe(`Which and why, the first ${MAX_FAILURES}.`)),
  tookMs: count('How long it took, milliseconds.'),
});

/** Taking everything out, and in again. */
export const transferRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/api/util/export',
    operationId: 'exportObjects',
    summary: 'Every object with all its versions, and every stored identity',
    description:
      'Deleted objects and what is hidden from others are among them. Identities are encrypted with the secret of the server. One stream; with `maxBytes` in parts: follow the `Link` header. Admin only.',
    query: exportQuery,
    headers,
    signed: true,
    responses: {
      200: { description: 'A line per version and identity.', content: { [NDJSON]: lines }, headers: ['Link'] },
    },
    problems: ['invalid-parameter', 'admin-only', 'store-unavailable'],
  },
  {
    method: 'post',
    path: '/api/util/import',
    operationId: 'importObjects',
    summary: 'Move versions of objects and identities in',
    description:
      'Takes what an export gave, or JSON-LD objects, one per line. Each version takes its place among those of its object; what is here already stays, identities too. A line that is refused stops no other. No line may be larger than a request body elsewhere; the body as a whole may, and it may be compressed with gzip. Admin only.',
    headers,
    signed: true,
    requestBody: { required: true, content: { [NDJSON]: lines } },
    responses: {
      200: {
        description: `What became of the lines. As \`${NDJSON}\`: lines of progress meanwhile, then the result with \`"done":true\`, or a problem document.`,
        content: { 'application/json': importResult, [NDJSON]: z.string() },
      },
    },
    problems: ['invalid-parameter', 'admin-only', 'store-unavailable'],
  },
];
