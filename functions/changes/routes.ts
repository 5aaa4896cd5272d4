import * as z from 'zod/mini';
import { EVENT_STREAM } from '../../shared/http/event-stream.ts';
import { NDJSON } from '../../shared/http/progress-answer.ts';
import { formattedText, type Route, routesOf } from '../../shared/http/route.ts';
import { changesEndpoints } from './endpoints.ts';
import { changesQuery } from './parameters.ts';

const lines = formattedText(
  'ndjson',
  'A line per changed object, in the order of their last changes: its short id, version, type key, and whether it was deleted, or may no longer be read by the caller. The last line has the cursor to continue from, and whether there is more now. After a purge since the cursor, the first line is `{"purged":true}`.',
  '{"id":"https://example.org/api/data/schema.cassproject.org.0.4.Competency/reading","version":1700000000000,"type":"schema.cassproject.org.0.4.competency","deleted":false}\n{"cursor":"b0Qx","more":false}\n',
);

const events = z
  .string()
  .check(
    z.describe(
      'The same lines as events (HTML standard, 9.2), each with the cursor to resume from as its id: `message` with a changed object, `purged`, and `up-to-date` when everything until now has been sent.',
    ),
  );

/** Changes. */
export const changesRoutes: readonly Route[] = routesOf(changesEndpoints, {
  readChanges: {
    summary: 'The objects that have changed since a cursor',
    description:
      'For who keeps a copy. Each object that was saved or deleted since then comes once, in its latest state, if the caller may read it, or could before: what changes while the answers are read comes in a later one, and nothing is left out. Follow the `Link` header, with `wait` for long polling; long pages are compressed if the client accepts gzip; or ask for `text/event-stream`.',
    query: changesQuery,
    headers: z.object({
      'last-event-id': z.optional(
        formattedText('change-cursor', 'Resumes an event stream; takes precedence over `since`.'),
      ),
    }),
    responses: {
      200: {
        description: 'The changes, or a stream of them.',
        content: { [NDJSON]: lines, [EVENT_STREAM]: events },
        headers: ['Link'],
      },
    },
    problems: ['invalid-parameter', 'not-found', 'not-acceptable', 'overloaded', 'store-unavailable'],
  },
});
