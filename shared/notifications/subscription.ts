import * as z from 'zod/mini';
import { Problem } from '../errors/problem.ts';
import { MAX_ID_LENGTH } from '../linked-data/identifiers.ts';
import { parseParameters } from '../schema/parameters.ts';
import { compileTypeKeyFilter, parseIndexHint } from '../search/type-key-filter.ts';

/** What a listener of the notification channel asked for in its handshake, beside who it is. */
export type Subscription = {
  /** Which type keys it wants to hear of; null: all. */
  readonly wantsType: ((typeKey: string) => boolean) | null;
  /** Id of the framework that it wants to hear of, with what this lists; null: everything. */
  readonly framework: string | null;
  /** From where it wants to hear what it missed; null: from now on. */
  readonly since: { readonly cursor: string } | { readonly time: number } | null;
  /** Messages tell a cursor to go on from. */
  readonly cursors: boolean;
};

/** Beginning of an RFC 3339 date-time, which no cursor has. */
const DATE = /^\d{4}-\d\d-\d\dT/i;

const LONGEST_CURSOR = 16_384;

const PARAMETERS = z.object({
  type: z.optional(z.string()),
  framework: z.optional(z.string().check(z.minLength(1, 'is empty'), z.maxLength(MAX_ID_LENGTH, 'is too long'))),
  since: z.optional(z.string().check(z.minLength(1, 'is empty'), z.maxLength(LONGEST_CURSOR, 'is too long'))),
  cursors: z.optional(z.enum(['true', 'false'], 'is neither true nor false')),
});

/**
 * Reads the query parameters of a handshake: `type` (patterns over type keys as in an index hint, in any case), `framework` (an
 * id), `since` (a cursor that an earlier connection was told, or an RFC 3339 date-time), `cursors` (`true` or `false`).
 * Others are ignored.
 *
 * @throws Problem `invalid-parameter` (400) saying what is wrong with which
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
  const moment = z.iso.datetime({ offset: true }).safeParse(text.toUpperCase());
  if (moment.success) return { time: Date.parse(moment.data) };
  throw new Problem('invalid-parameter', 'since: is no date-time such as 2027-01-31T12:00:00Z.', { where: 'since' });
}
