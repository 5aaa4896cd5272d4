import * as z from 'zod/mini';
import { formattedText, integerParameter } from '../../shared/http/route.ts';

/** Objects that the store can read at a time. */
export const MIN_LIMIT = 64;
const MAX_LIMIT = 1_000;
const DEFAULT_LIMIT = 500;

/** Below the minute after which proxies give up. */
const MAX_WAIT_SECONDS = 55;

/** `type`, `framework` and `since` are read as on the notification channel, by `readSubscription`. */
export const changesQuery = z.object({
  since: z.optional(
    formattedText(
      'change-cursor',
      'The last `cursor` of an earlier answer, of a message of the notification channel, or from `/api/bulk`: what has changed since then. Or a date-time (RFC 3339), or `now`. Without it, everything from the beginning.',
      '2027-01-31T12:00:00Z',
    ),
  ),
  type: z.optional(
    z.string().check(
      z.meta({
        description: 'Comma-separated patterns over type keys; one that begins with `-` excludes.',
        pattern: '^((-?[A-Za-z0-9.*_][A-Za-z0-9.*_-]*)?,)*(-?[A-Za-z0-9.*_][A-Za-z0-9.*_-]*)?$',
        not: { pattern: '\\.\\.' },
        example: '*.competency,*.framework',
      }),
    ),
  ),
  framework: z.optional(
    z
      .string()
      .check(
        z.minLength(1, 'is empty'),
        z.describe(
          'Any id of a framework: only the framework, and the competencies, relations and levels that it lists now.',
        ),
      ),
  ),
  limit: z._default(
    integerParameter(MIN_LIMIT, MAX_LIMIT, 'The most changes in one answer. Not for event streams.'),
    DEFAULT_LIMIT,
  ),
  wait: z._default(
    integerParameter(
      0,
      MAX_WAIT_SECONDS,
      'If there are no changes, wait this many seconds for the first one; functions and workers wait for less. Not for event streams.',
    ),
    0,
  ),
});
