import * as z from 'zod/mini';
import type { XapiSource } from '../config/xapi.ts';
import { Problem } from '../errors/problem.ts';
import { isObject, type Json, member, parseJson } from '../linked-data/json.ts';
import { parseTime } from '../linked-data/time.ts';
import { allBelow, NONE } from '../outbound/allow-list.ts';
import { createOutboundFetch, type OutboundSend } from '../outbound/outbound-fetch.ts';
import { createAccessTokens } from './access-token.ts';
import type { XapiContext } from './context.ts';
import { ingest, type StatementResult } from './ingest.ts';

/** The position in a record store. */
const CURSOR = z.object({
  /** Statements that were stored after it are wanted; null: all. */
  since: z.nullable(z.string()),
  /** The next page of a query; null: a new query begins. */
  more: z.nullable(z.string()),
  /** The latest time in the pages of this query, which the next begins from. */
  latest: z.nullable(z.string()),
  /** No request before it, UTC milliseconds. */
  retryAt: z.number(),
});

type Cursor = z.infer<typeof CURSOR>;

const BEGIN: Cursor = { since: null, more: null, latest: null, retryAt: 0 };

const VERSION = '1.0.3';
const TIMEOUT_MS = 30_000;
const MAX_BYTES = 16 << 20;
const MAX_VALUES = 300_000;
/** What stores answer for pages that they keep no longer: a day at least (xAPI 1.0.3, Communication, 2.1.3). */
const GONE = new Set([400, 404, 410]);

const MAX_RETRY_MS = 60 * 60 * 1000;

/** A learning record store that statements are fetched from. */
export type StatementSource = {
  /** Unique; the cursor is stored under it. */
  readonly name: string;
  /**
   * Fetches the next statements and stores the objects made from them. Idempotent: after a killed process the same statements come
   * again.
   *
   * @param cursor the result of the last call, of any process; null: there was none
   * @returns the results, and the cursor after these statements
   */
  readonly ingest: (cursor: string | null, limits: { readonly ended: AbortSignal }) => Promise<Page>;
};

/** The record store after some statements. */
export type Page = {
  readonly cursor: string;
  /** Whether there are more statements. */
  readonly more: boolean;
  /** How many statements were stored, ignored and rejected; null: the store was not polled, since it asked for a delay. */
  readonly taken: Readonly<Record<StatementResult['status'], number>> | null;
  /** Everything that the record store stored until this time is here, ISO 8601; null: nothing. */
  readonly storedUntil: string | null;
  /** The record store asks not to be polled before, UTC milliseconds; 0: it does not. */
  readonly retryAt: number;
};

/** The configured learning record stores. */
export function statementSources(ctx: XapiContext, openSend: () => Promise<OutboundSend>): readonly StatementSource[] {
  const { sources, client } = ctx.config.xapi;
  if (ctx.config.disabledAdapters.includes('xapi')) return [];
  const token = client === null ? async () => null : createAccessTokens(client, openSend, ctx.now);
  return sources
    .filter(({ isEnabled }) => isEnabled)
    .map((source) => ({
      name: source.name,
      async ingest(cursor, { ended }) {
        const authorization = source.authorization ?? (await token());
        return readPage(ctx, await openSend(), { ...source, authorization }, cursor, ended);
      },
    }));
}

/**
 * Reads a page of statements of a record store (xAPI 1.0.3, Communication, 2.1.3), and ingests them. The cursor advances after
 * their assertions are stored, so that none is lost; those that are received twice change nothing.
 *
 * @param cursor of the last page; null: from the beginning
 * @throws Problem `fetch-refused` (403), `fetch-failed` (502), `store-unavailable` (503)
 */
async function readPage(
  ctx: XapiContext,
  send: OutboundSend,
  source: XapiSource,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<Page> {
  const at = cursor === null ? BEGIN : z.parse(CURSOR, JSON.parse(cursor));
  if (ctx.now() < at.retryAt) return pageAt(at, false, null);
  const response = await request(ctx, send, source, at, signal);
  if (!response.ok) {
    await response.body?.cancel();
    if (at.more !== null && GONE.has(response.status)) {
      // The next poll begins after the mark again: statements that are here already change nothing.
      ctx.logger.warn('ADAPTER', 'A learning record store does not have the next page any more', {
        source: source.name,
      });
      return pageAt({ ...at, more: null, latest: null }, false, []);
    }
    const waitMs = retryAfterMs(response.headers, ctx.now());
    if (waitMs === null) throw failed(source, `answers ${response.status}`);
    ctx.logger.warn('ADAPTER', 'A learning record store asks for a delay', {
      source: source.name,
      waitMs,
    });
    return pageAt({ ...at, retryAt: ctx.now() + waitMs }, false, []);
  }
  const { statements, more } = pageIn(parseJson(await response.text(), 'The answer', MAX_VALUES), source);
  const results = await ingest(ctx, statements, {
    ...{ countsAuthority: true, maxNewPeople: Number.POSITIVE_INFINITY },
    speaksFor: source.publishesBadges ? () => true : null,
  });
  const rejected = results.filter(({ status }) => status === 'rejected');
  if (rejected.length > 0) {
    const [first] = rejected;
    const fields = { source: source.name, count: rejected.length, id: first?.id ?? null, reason: first?.reason ?? '' };
    ctx.logger.warn('ADAPTER', 'Statements of a learning record store were rejected', fields);
  }
  const through = response.headers.get('x-experience-api-consistent-through');
  const latest = latestOf(at.latest, statements, through, ctx.now());
  // A store that returns no address, or the same one again, has no more pages.
  if (more !== '' && more !== at.more && statements.length > 0)
    return pageAt({ ...at, more, latest, retryAt: 0 }, true, results);
  return pageAt({ since: latest ?? at.since, more: null, latest: null, retryAt: 0 }, false, results);
}

function pageAt(cursor: Cursor, more: boolean, results: readonly StatementResult[] | null): Page {
  const taken = { stored: 0, ignored: 0, rejected: 0 };
  for (const { status } of results ?? []) taken[status]++;
  const { since, latest, retryAt } = cursor;
  return {
    ...{ cursor: JSON.stringify(cursor), more, storedUntil: latest ?? since, retryAt },
    taken: results === null ? null : taken,
  };
}

function request(
  { config }: Pick<XapiContext, 'config'>,
  send: OutboundSend,
  { endpoint, host, authorization }: XapiSource,
  { since, more }: Cursor,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const query = new URLSearchParams({ format: 'exact', attachments: 'false', ascending: 'true' });
  query.set('limit', String(config.xapi.statementCount));
  if (since !== null) query.set('since', since);
  // `more` is relative, except in some stores; it never leads to another server.
  const url = more === null ? new URL(`statements?${query}`, endpoint) : new URL(more, host ?? endpoint);
  const trusted = [new URL(endpoint).origin, ...(host === null ? [] : [new URL(host).origin])].map((origin) =>
    allBelow(`${origin}/`),
  );
  const limits = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, types: null };
  const fetch = createOutboundFetch({ allowed: NONE, trusted }, limits, send);
  const headers = {
    ...{ accept: 'application/json', 'x-experience-api-version': VERSION },
    ...(authorization !== null && { authorization }),
  };
  return fetch(url, { headers, ...(signal && { signal }) });
}

function pageIn(value: Json, source: XapiSource): { readonly statements: readonly Json[]; readonly more: string } {
  const statements = isObject(value) ? member(value, 'statements') : undefined;
  if (!isObject(value) || !Array.isArray(statements)) throw failed(source, 'does not answer with statements');
  const more = member(value, 'more');
  return { statements, more: typeof more === 'string' && URL.canParse(more, source.endpoint) ? more : '' };
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
    const stored = isObject(statement) ? member(statement, 'stored') : undefined;
    const at = typeof stored === 'string' ? timeOf(stored) : null;
    if (typeof stored === 'string' && at !== null && at > time) [latest, time] = [stored, at];
  }
  const bound = timeOf(consistentThrough);
  if (bound !== null && bound < time) [latest, time] = [consistentThrough, bound];
  return time > now ? new Date(now).toISOString() : latest;
}

function timeOf(text: string | null): number | null {
  return text === null ? null : parseTime(text);
}

/** Milliseconds that a store asks to wait (RFC 9110, 10.2.3); null when it does not. */
function retryAfterMs(headers: Headers, now: number): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  const until = /^\d+$/.test(value) ? now + Number(value) * 1000 : httpDate(value);
  return until === null ? null : Math.min(MAX_RETRY_MS, Math.max(0, until - now));
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A time as HTTP writes it (RFC 9110, 5.6.7: IMF-fixdate). @returns UTC milliseconds */
function httpDate(value: string): number | null {
  const [, day, name = '', year, clock] =
    /^[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d:\d\d:\d\d) GMT$/.exec(value) ?? [];
  const month = String(MONTHS.indexOf(name) + 1).padStart(2, '0');
  return parseTime(`${year}-${month}-${day}T${clock}Z`);
}

function failed({ name }: XapiSource, what: string): Problem {
  return new Problem('fetch-failed', `The learning record store ${name} ${what}.`);
}
