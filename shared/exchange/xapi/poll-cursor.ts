import * as z from 'zod/mini';
import { md5Hex } from '../../base/crypto/md5.ts';
import { isObject, type Json, member } from '../../repository/linked-data/json.ts';
import { parseTime } from '../../repository/linked-data/time.ts';

const CURSOR = z.object({
  /** Statements that were stored after it are wanted; null: all. */
  since: z.nullable(z.string()),
  /** The next page of a query; null: a new query begins. */
  more: z.nullable(z.string()),
  /** The latest time in the pages of this query, which the next begins from. */
  latest: z.nullable(z.string()),
  /** No request before it, UTC milliseconds. */
  retryAt: z.number(),
  /** How often in a row the next page could not be fetched. */
  failures: z._default(z.number(), 0),
  /** The first and the last time at which a statement on the pages of this query was stored, UTC milliseconds. */
  span: z._default(z.nullable(z.tuple([z.number(), z.number()])), null),
  /** The pages came in the order in which their statements were stored. */
  isOrdered: z._default(z.boolean(), true),
  /** A time of this query before the latest one: with the latest, the next page may begin too. */
  earlier: z._default(z.nullable(z.string()), null),
  /** Digests of the pages since the span grew. */
  seen: z._default(z.array(z.string()), []),
  /** Number of pages since the span grew; a page without a statement adds more than one. */
  idle: z._default(z.number(), 0),
});

/** The position in a record store. */
export type Cursor = z.infer<typeof CURSOR>;

const BEGIN: Cursor = z.parse(CURSOR, { since: null, more: null, latest: null, retryAt: 0 });

/** Maximum number of pages that are fetched while the span does not grow. */
const MAX_IDLE = 1000;
const IDLE_OF_EMPTY = 50;
const MAX_SEEN = 50;

/** Number of failed requests after which a page is given up. */
const MAX_FAILURES = 5;

/** @param text null: nothing was fetched yet */
export function readCursor(text: string | null): Cursor {
  return text === null ? BEGIN : z.parse(CURSOR, JSON.parse(text));
}

/** A page of a record store. */
export type Statements = {
  readonly statements: readonly Json[];
  /** The address of the next page; null: there is none that may be fetched. */
  readonly more: string | null;
  /** There is a next page, whose address may not be fetched. */
  readonly isCut: boolean;
  /** The store declares its answer to be complete up to this time; null: it does not say. */
  readonly consistentThrough: string | null;
};

/**
 * The position after a page. A query ends with the last page, with an address that was the last one's too, and with pages that bring
 * nothing new, so that a store whose pages never end is not asked without pause.
 *
 * @param now UTC milliseconds
 */
export function afterStatements(at: Cursor, page: Statements, now: number): Cursor {
  const { statements, more, isCut, consistentThrough } = page;
  const times = statements.map((statement) => parseTime(storedIn(statement) ?? ''));
  const known = times.filter((time) => time !== null);
  const [first, last] = at.span ?? [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const span: [number, number] = [Math.min(first, ...known), Math.max(last, ...known)];
  const grew = span[0] < first || span[1] > last;
  const isOrdered = at.isOrdered && times.every((time, index) => time !== null && time >= (times[index - 1] ?? last));
  const before = statements.filter((_statement, index) => (times[index] ?? span[1]) < span[1]);
  const digest = md5Hex(JSON.stringify(statements.map(idIn))).slice(0, 12);
  const idle = grew ? 0 : at.idle + (statements.length === 0 ? IDLE_OF_EMPTY : 1);
  const next: Cursor = {
    since: at.since,
    more,
    latest: latestOf(at.latest, statements, consistentThrough, now),
    retryAt: 0,
    failures: 0,
    span: known.length === 0 ? at.span : span,
    isOrdered,
    idle,
    earlier: latestOf(at.earlier, before, consistentThrough, now),
    seen: [...(grew ? [] : at.seen), digest].slice(-MAX_SEEN),
  };
  if (isCut) return withoutMore(next);
  const bringsNothing = (!grew && statements.length > 0 && at.seen.includes(digest)) || idle > MAX_IDLE;
  const ends = more === null || more === at.more || bringsNothing;
  return ends ? { ...BEGIN, since: next.latest ?? at.since } : next;
}

/**
 * The position when the next page cannot be fetched: that page again, and after some attempts a new query.
 *
 * @param isFinal it never can be
 */
export function afterFailure(at: Cursor, isFinal: boolean): Cursor {
  const failures = at.failures + 1;
  if (at.more === null) return at;
  return isFinal || failures >= MAX_FAILURES ? withoutMore(at) : { ...at, failures };
}

/**
 * A new query in place of the next page. It begins where all that was stored before is here: with the last statements again, since others
 * may have been stored at the same time; or where this query began, if its pages were in another order.
 */
function withoutMore({ since, latest, earlier, isOrdered }: Cursor): Cursor {
  if (!isOrdered) return { ...BEGIN, since };
  const advances = earlier !== null && (timeOf(earlier) ?? 0) > (timeOf(since) ?? Number.NEGATIVE_INFINITY);
  return { ...BEGIN, since: advances ? earlier : (latest ?? since) };
}

function storedIn(statement: Json): string | null {
  const stored = isObject(statement) ? member(statement, 'stored') : undefined;
  return typeof stored === 'string' ? stored : null;
}

function idIn(statement: Json): Json {
  return (isObject(statement) && member(statement, 'id')) || null;
}

/**
 * The latest time at which one of the statements was stored, and up to which the store declares its answer to be complete: not later than
 * now, since a store whose clock was ahead for a while would never be asked for what it stores until then.
 */
function latestOf(
  before: string | null,
  statements: readonly Json[],
  consistentThrough: string | null,
  now: number,
): string | null {
  let [latest, time] = [before, timeOf(before) ?? Number.NEGATIVE_INFINITY];
  for (const statement of statements) {
    const stored = storedIn(statement);
    const at = timeOf(stored);
    if (at !== null && at > time) [latest, time] = [stored, at];
  }
  const bound = timeOf(consistentThrough);
  if (bound !== null && bound < time) [latest, time] = [consistentThrough, bound];
  return time > now ? new Date(now).toISOString() : latest;
}

function timeOf(text: string | null): number | null {
  return text === null ? null : parseTime(text);
}
