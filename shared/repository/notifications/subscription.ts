import * as z from 'zod/mini';
import type { Config } from '../../base/config/config.ts';
import { Problem } from '../../base/errors/problem.ts';
import { parseParameters } from '../../base/schema/parameters.ts';
import { MAX_ID_LENGTH } from '../linked-data/identifiers.ts';
import { parseTime } from '../linked-data/time.ts';
import { compileTypeKeyFilter, parseIndexHint } from '../search/type-key-filter.ts';

/** The parameters of a subscriber's handshake on the notification channel. */
export type Subscription = {
  /** Whether it receives changes of a type key; null: of all. */
  readonly wantsType: ((typeKey: string) => boolean) | null;
  /** Id of the framework whose changes, and those of its members, it receives; null: all changes. */
  readonly framework: string | null;
  /** The start of what it missed; null: it receives new changes only. */
  readonly since: { readonly cursor: string } | { readonly time: number } | null;
  /** Messages contain a cursor to resume from. */
  readonly cursors: boolean;
};

/** The beginning of an RFC 3339 date-time; cursors do not begin like this. */
const DATE = /^\d{4}-\d\d-\d\dT/i;

/** Its end. Others would mean different times to different readers. */
const ZONED = /(?:Z|[+-]\d\d:\d\d)$/i;

const MAX_CURSOR_LENGTH = 16_384;

const PARAMETERS = z.object({
  type: z.optional(z.string()),
  framework: z.optional(z.string().check(z.minLength(1, 'is empty'), z.maxLength(MAX_ID_LENGTH, 'is too long'))),
  since: z.optional(z.string().check(z.minLength(1, 'is empty'), z.maxLength(MAX_CURSOR_LENGTH, 'is too long'))),
  cursors: z.optional(z.enum(['true', 'false'], 'is neither true nor false')),
});

/**
 * Reads the query parameters of a handshake: `type` (patterns over type keys as in an index hint, in any case), `framework` (an
 * id), `since` (a cursor that an earlier connection received, or an RFC 3339 date-time), `cursors` (`true` or `false`).
 * Others are ignored.
 *
 * @throws Problem `invalid-parameter` (400) naming the invalid parameter
 */
export function readSubscription(query: URLSearchParams): Subscription {
  const { type, framework, since, cursors } = parseParameters(PARAMETERS, query);
  return {
    wantsType: type === undefined ? null : compileTypeKeyFilter(parseIndexHint(type.toLowerCase(), 'type')),
    framework: framework ?? null,
    since: since === undefined ? null : readSince(since),
    cursors: cursors === 'true',
  };
}

function readSince(text: string): Subscription['since'] {
  if (!DATE.test(text)) return { cursor: text };
  const time = ZONED.test(text) ? parseTime(text) : null;
  if (time !== null) return { time };
  throw new Problem('invalid-parameter', 'since: is not a date-time such as 2027-01-31T12:00:00Z.', { where: 'since' });
}

const PATH = '/ws/custom';

/** Whether a path leads to the notification channel (specification: `/ws/custom`), with or without the base path. */
export function isChannelPath({ basePath }: Pick<Config, 'basePath'>, path: string): boolean {
  return path === PATH || path === `${basePath}${PATH}`;
}

/**
 * Refuses pages of origins that CORS_ORIGINS does not list, if it is set, except those of this service. Only browsers send an
 * origin (RFC 6455, 10.2): clients without one are accepted.
 *
 * @param origin the `Origin` header of the handshake; null when absent
 * @throws Problem `credentials-refused` (403)
 */
export function requireOrigin(
  { corsOrigins, bases }: Pick<Config, 'corsOrigins' | 'bases'>,
  origin: string | null,
): void {
  if (origin === null || corsOrigins === null || corsOrigins.includes(origin)) return;
  if (bases.some((base) => new URL(base).origin === origin)) return;
  throw new Problem('credentials-refused', 'Pages of this origin may not subscribe.', { where: 'Origin' });
}
