import type { XapiSource } from '../../base/config/xapi.ts';
import { Problem } from '../../base/errors/problem.ts';
import { allBelow, NONE } from '../../base/outbound/allow-list.ts';
import { createOutboundFetch, type OutboundSend } from '../../base/outbound/outbound-fetch.ts';
import { isObject, type Json, member, parseJson } from '../../repository/linked-data/json.ts';
import { retryAfterMs } from '../../repository/retry-after.ts';
import { createAccessTokens } from './access-token.ts';
import type { XapiContext } from './context.ts';
import { ingest, type StatementResult } from './ingest.ts';
import { afterFailure, afterStatements, type Cursor, readCursor, type Statements } from './poll-cursor.ts';

const VERSION = '1.0.3';
const TIMEOUT_MS = 30_000;
const MAX_BYTES = 16 << 20;
const MAX_VALUES = 300_000;
/** Statuses for pages that a store has discarded: it keeps them for a day at least (xAPI 1.0.3, Communication, 2.1.3). */
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
  /** Why the next page could not be fetched, which the cursor takes account of; null: it could, or there is none. */
  readonly fault: Problem | null;
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
 * @throws Problem `fetch-refused` (403), `fetch-failed` (502) when a new query fails, `store-unavailable` (503)
 */
async function readPage(
  ctx: XapiContext,
  send: OutboundSend,
  source: XapiSource,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<Page> {
  const at = readCursor(cursor);
  if (ctx.now() < at.retryAt) return pageAt(at, false, null);
  const page = await fetchPage(ctx, send, source, at, signal).catch((error: unknown) => {
    if (at.more === null || signal?.aborted === true || !(error instanceof Problem)) throw error;
    return error;
  });
  if (page instanceof Problem) return pageAt(afterFailure(at, page.code === 'fetch-refused'), false, [], page);
  if ('waitMs' in page) {
    ctx.logger.warn('ADAPTER', 'A learning record store asks for a delay', { source: source.name, ...page });
    return pageAt({ ...afterFailure(at, false), retryAt: ctx.now() + page.waitMs }, false, []);
  }
  if ('isGone' in page) {
    // The next poll begins after the mark again: statements that are here already change nothing.
    ctx.logger.warn('ADAPTER', 'A learning record store does not have the next page any more', { source: source.name });
    return pageAt(afterFailure(at, true), false, []);
  }
  const results = await ingest(ctx, page.statements, {
    countsAuthority: true,
    maxNewPeople: Number.POSITIVE_INFINITY,
    speaksFor: source.publishesBadges ? () => true : null,
  });
  const rejected = results.filter(({ status }) => status === 'rejected');
  if (rejected.length > 0) {
    const [first] = rejected;
    const fields = { source: source.name, count: rejected.length, id: first?.id ?? null, reason: first?.reason ?? '' };
    ctx.logger.warn('ADAPTER', 'Statements of a learning record store were rejected', fields);
  }
  const next = afterStatements(at, page, ctx.now());
  const continues = next.more !== null || (page.isCut && next.since !== at.since);
  const fault = page.isCut ? failed(source, 'has its next page at an address that is not its own') : null;
  return pageAt(next, continues, results, fault);
}

/** The next page, or why there is none now. @throws Problem `fetch-refused` (403), `fetch-failed` (502) */
async function fetchPage(
  ctx: XapiContext,
  send: OutboundSend,
  source: XapiSource,
  at: Cursor,
  signal: AbortSignal | undefined,
): Promise<Statements | { readonly waitMs: number } | { readonly isGone: true }> {
  const response = await request(ctx, send, source, at, signal);
  if (response.ok) {
    const text = await response.text();
    return pageIn(text, source, response.headers.get('x-experience-api-consistent-through'));
  }
  await response.body?.cancel();
  if (at.more !== null && GONE.has(response.status)) return { isGone: true };
  const waitMs = retryAfterMs(response.headers, ctx.now(), MAX_RETRY_MS);
  if (waitMs === null) throw failed(source, `answers ${response.status}`);
  return { waitMs };
}

function pageAt(
  cursor: Cursor,
  more: boolean,
  results: readonly StatementResult[] | null,
  fault: Problem | null = null,
): Page {
  const taken = { stored: 0, ignored: 0, rejected: 0 };
  for (const { status } of results ?? []) taken[status]++;
  const { since, latest, retryAt } = cursor;
  return {
    cursor: JSON.stringify(cursor),
    more,
    storedUntil: latest ?? since,
    retryAt,
    taken: results === null ? null : taken,
    fault,
  };
}

async function request(
  { config }: Pick<XapiContext, 'config'>,
  send: OutboundSend,
  source: XapiSource,
  { since, more }: Cursor,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const { endpoint, host, authorization } = source;
  const query = new URLSearchParams({ format: 'exact', attachments: 'false', ascending: 'true' });
  query.set('limit', String(config.xapi.statementCount));
  if (since !== null) query.set('since', since);
  const url = more === null ? new URL(`statements?${query}`, endpoint) : pageAddress(more, source);
  if (url === null) throw new Problem('fetch-refused', 'The next page is at the address of another server.');
  const trusted = [new URL(endpoint).origin, ...(host === null ? [] : [new URL(host).origin])].map((origin) =>
    allBelow(`${origin}/`),
  );
  const limits = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, types: null };
  const fetch = createOutboundFetch({ allowed: NONE, trusted }, limits, send);
  const headers = {
    accept: 'application/json',
    'x-experience-api-version': VERSION,
    ...(authorization !== null && { authorization }),
  };
  return fetch(url, { headers, ...(signal && { signal }) });
}

/**
 * The address of a page. It is relative, except in some stores, and never leads to another server; a store behind a proxy may name
 * the scheme and the port that it has there.
 *
 * @returns null for an address that may not be fetched
 */
function pageAddress(more: string, { endpoint, host }: Pick<XapiSource, 'endpoint' | 'host'>): URL | null {
  const url = URL.parse(more, new URL('statements', host ?? endpoint).href);
  if (url === null) return null;
  const own = [host ?? endpoint, endpoint].map((address) => new URL(address));
  const server =
    own.find(({ origin }) => origin === url.origin) ?? own.find(({ hostname }) => hostname === url.hostname);
  return server === undefined ? null : new URL(`${url.pathname}${url.search}`, server);
}

/** @throws Problem `fetch-failed` (502) for an answer of another form */
function pageIn(text: string, source: XapiSource, consistentThrough: string | null): Statements {
  const value = answerIn(text);
  const statements = isObject(value) ? member(value, 'statements') : undefined;
  if (!isObject(value) || !Array.isArray(statements)) throw failed(source, 'does not answer with statements');
  const given = member(value, 'more');
  const more = typeof given === 'string' && given !== '' ? given : null;
  const isCut = more !== null && pageAddress(more, source) === null;
  return { statements, more: isCut ? null : more, isCut, consistentThrough };
}

/** Parses a response; null if it is not JSON or has too many values. */
function answerIn(text: string): Json {
  try {
    return parseJson(text, 'The answer', MAX_VALUES);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

function failed({ name }: XapiSource, what: string): Problem {
  return new Problem('fetch-failed', `The learning record store ${name} ${what}.`);
}
