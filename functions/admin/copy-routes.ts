import * as z from 'zod/mini';
import { MAX_FAILURES } from '../../shared/exchange/transfer/report.ts';
import { NDJSON } from '../../shared/http/progress-answer.ts';
import { countSchema, type Route, routesOf } from '../../shared/http/route.ts';
import { copyEndpoints } from './endpoints.ts';
import { copyParameters, headers, operationBody, operationQuery } from './parameters.ts';

const way = z
  .enum(['export', 'search'])
  .check(
    z.describe(
      '`export`: everything, including deleted and hidden objects. `search`: only what the other server shows to every caller.',
    ),
  );
const tookMs = countSchema('How long it took, milliseconds.');
const counts = {
  new: countSchema('Objects that this service does not have.'),
  changed: countSchema('Objects that this service has only in an earlier version.'),
  same: countSchema('Objects that this service has in the same version or a later one, or whose ids have no version.'),
};

/** The changes that a copy would make. */
const preview = z.object({
  way,
  objects: countSchema('Objects that the search of the other server shows.'),
  ...counts,
  types: z
    .array(
      z.object({
        type: z.nullable(z.string()).check(z.describe('Null: unknown, since the ids do not contain it.')),
        ...counts,
      }),
    )
    .check(z.describe('The most frequent type first.')),
  complete: z
    .boolean()
    .check(z.describe('False: not all objects could be listed in 15 seconds, or there are more than 100,000.')),
  tookMs,
});

/** The result of a copy. */
const report = z.object({
  read: countSchema('Versions and identities read: the sum of those below.'),
  restored: countSchema('Versions and identities that were copied.'),
  present: countSchema('Versions and identities that existed before.'),
  failedCount: countSchema('Versions and identities that were refused.'),
  failed: z
    .array(
      z.object({
        line: z.optional(z.int()),
        '@id': z.nullable(z.string()),
        type: z.optional(z.string()),
        detail: z.string(),
      }),
    )
    .check(z.describe(`The first ${MAX_FAILURES} that were refused, with the reasons.`)),
  way,
  noExport: z
    .nullable(z.string())
    .check(z.describe('Why there was no export, although a secret was given: `not-offered` or `not-admin`.')),
  resumed: z.boolean().check(z.describe('An earlier copy was continued.')),
  objects: countSchema('Objects that were requested; 0 for an export.'),
  missed: z.array(z.string()).check(z.describe('Searches of which the other server did not show all results.')),
  cancelled: z.boolean(),
  tookMs,
});

/** Copies of other servers. */
export const copyRoutes: readonly Route[] = routesOf(copyEndpoints, {
  copyServer: {
    summary: 'Copy the objects of another server',
    description:
      'Copies the objects of a server of this kind or an existing one with their versions, owners and signatures; existing objects here are not changed. It continues when the client disconnects; `GET /api/util/operations` shows its progress. Addresses that the service may not fetch (`FETCH_ALLOW_LIST`) are refused. A dry run compares the ids that the search of the other server shows with what is here. Admin only. One admin operation at a time, over all instances.',
    query: operationQuery,
    headers,
    requestBody: {
      required: true,
      content: operationBody(copyParameters),
    },
    responses: {
      200: {
        description: `The result, or that of the dry run. As \`${NDJSON}\`: lines of progress, then the result with \`"done":true\`, or a problem document.`,
        content: { 'application/json': z.union([report, preview]), [NDJSON]: z.string() },
      },
    },
    problems: [
      ...(['invalid-parameter', 'admin-only', 'fetch-refused', 'operation-in-progress'] as const),
      ...(['fetch-failed', 'store-unavailable'] as const),
    ],
  },
  cancelCopy: {
    summary: 'Cancel the copy of another server',
    description:
      'Ends the copy that is running at any instance, within some seconds. Copied objects stay, and the next copy from this server continues from there. Admin only.',
    headers,
    responses: {
      200: {
        description: 'Whether a copy was running.',
        content: { 'application/json': z.object({ cancelled: z.boolean() }) },
      },
    },
    problems: ['admin-only', 'store-unavailable'],
  },
});
