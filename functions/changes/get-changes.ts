import { NOTHING_HELD } from '../../shared/base/concurrency/memory-budget.ts';
import { parseParameters } from '../../shared/base/schema/parameters.ts';
import { errorText } from '../../shared/base/telemetry/logger.ts';
import { negotiate, type Offers } from '../../shared/http/accept.ts';
import { type Answer, fitsHeader } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { EVENT_STREAM } from '../../shared/http/event-stream.ts';
import { gzipped, takesGzip } from '../../shared/http/gzip.ts';
import { NDJSON } from '../../shared/http/progress-answer.ts';
import { streamOf } from '../../shared/http/text-stream.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import { type Caller, faultOf } from '../../shared/repository/access/caller.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { FollowChanges } from '../../shared/repository/notifications/follow-changes.ts';
import type { FormerStates } from '../../shared/repository/notifications/former-states.ts';
import { frameworkMembers } from '../../shared/repository/notifications/framework-members.ts';
import { refuseCursor, startCursor } from '../../shared/repository/notifications/notifications.ts';
import { openSubscriberFilter } from '../../shared/repository/notifications/subscriber-filter.ts';
import { STATE_BYTES } from '../../shared/repository/store/object-store.ts';
import { type ChangeLines, createChangeLines } from './change-lines.ts';
import { awaitChange, type ChangeLinesPage, collectPage } from './change-page.ts';
import { eventBody, eventsOf, positionEvent, retryField, upToDateEvent } from './events.ts';
import { changesQuery } from './parameters.ts';
import { isFromBeginning, readStart, type Start } from './start.ts';

/** Where changes come from. */
export type ChangeSource = {
  readonly follow: FollowChanges;
  /** Whether a response can stay open as long as the client wants. */
  readonly canStayOpen: boolean;
  readonly formerStates: FormerStates;
};

const OFFERS: Offers<'lines' | 'events'> = [
  { type: NDJSON, also: ['application/ndjson', 'application/jsonl', 'application/jsonlines'], form: 'lines' },
  { type: EVENT_STREAM, form: 'events' },
];

/** The longest wait where a response cannot stay open: within the limits of such platforms. */
const MAX_SHORT_WAIT_MS = 20_000;

/** Shorter pages are not compressed: it would not make them much shorter. */
const MIN_COMPRESSED_LENGTH = 1_000;

/** When a client of an event stream that has ended asks for more. */
const RECONNECT_MS = 1_000;
const RECONNECT_AT_ONCE_MS = 10;

/**
 * GET changes: the objects that have changed since a cursor, as lines or as events.
 *
 * @throws Problem `not-acceptable` (406), `invalid-parameter` (400), `not-found` (404) for a framework that does not exist or may not be
 *   read, `overloaded`, `store-unavailable` (503), or the fault of the caller's sheet when no entry of it is valid: what it lacks would
 *   look unchanged
 */
export async function getChanges(ctx: Context, call: Call, source: ChangeSource): Promise<Answer> {
  const { request } = call;
  const form = negotiate(request.headers.get('accept'), OFFERS);
  const query = queryOf(request);
  const { limit, wait } = parseParameters(changesQuery, query);
  const start = readStart(query, form === 'events' ? request.headers.get('last-event-id') : null);
  const proved = await call.caller();
  const fault = faultOf(proved);
  if (fault !== null) throw fault;
  const caller = (): Caller => ctx.forwarding.apply(proved);
  const filter = await openSubscriberFilter({
    subscription: start,
    caller,
    notifyHidden: false, // that setting is about ids alone
    frameworkMembers: (id) => frameworkMembers(ctx, id),
    report: (error) => call.log.warn('DATA', 'A framework cannot be read', { error: errorText(error) }),
  });
  const linesOf = createChangeLines(filter, caller, source.formerStates);
  const asked: Asked = { ...start, linesOf, timeLeftMs: timeLeft(ctx, proved) };
  if (form === 'events' && source.canStayOpen) return streamAnswer(ctx, call, source, asked);
  const waitMs = form === 'events' ? MAX_SHORT_WAIT_MS : wait * 1_000;
  const { page, from } = await pageFor(ctx, call, source, { ...asked, limit, waitMs });
  return form === 'events' ? shortStreamAnswer(page, from) : linesAnswer(request, page, query);
}

/** A request whose parameters and caller are valid. */
type Asked = Start & {
  readonly linesOf: ChangeLines;
  /** The time until the rights of the caller change. */
  readonly timeLeftMs: () => number;
};

/** A stream without end. Its cursor is found invalid before the response begins. */
async function streamAnswer(ctx: Context, { log }: Call, { follow }: ChangeSource, asked: Asked): Promise<Answer> {
  const { since, where, linesOf, timeLeftMs } = asked;
  const cursor = await startCursor(ctx.store, since).catch((error: unknown) => refuseCursor(error, where));
  const report = (error: unknown): void =>
    log.warn('DATA', 'Changes cannot be read; will retry', { error: errorText(error) });
  const follower = follow(cursor);
  return eventsAnswer(eventBody({ follower, linesOf, cursor, isNew: isFromBeginning(asked), timeLeftMs, report }));
}

/** A page of changes; if there are none, after the first one. Memory is held while a page is read, not while it waits. */
async function pageFor(
  { store }: Context,
  { request, hold, release }: Call,
  { canStayOpen, follow }: ChangeSource,
  asked: Asked & { readonly limit: number; readonly waitMs: number },
): Promise<{ readonly page: ChangeLinesPage; readonly from: string }> {
  const { since, where, linesOf, limit } = asked;
  const read = async (cursor: string): Promise<ChangeLinesPage> => {
    await hold(limit * STATE_BYTES);
    return collectPage({ store, linesOf }, cursor, limit).finally(release);
  };
  const from = since !== null && 'cursor' in since ? since.cursor : await startCursor(store, since);
  const first = await read(from).catch((error: unknown) => refuseCursor(error, where));
  const page = isFromBeginning(asked) ? { ...first, purged: false } : first;
  const waitMs = Math.min(asked.waitMs, asked.timeLeftMs(), canStayOpen ? Number.POSITIVE_INFINITY : MAX_SHORT_WAIT_MS);
  if (!isEmpty(page) || waitMs <= 0 || request.method === 'HEAD') return { page, from };
  const follower = follow(page.cursor);
  request.signal.addEventListener('abort', follower.close);
  const { cursor, isFound } = await awaitChange(linesOf, follower, page.cursor, waitMs);
  return { page: isFound ? await read(cursor) : { ...page, cursor }, from };
}

function isEmpty({ lines, more, purged }: ChangeLinesPage): boolean {
  return lines.length === 0 && !more && !purged;
}

/** The time until the first proof expires: the rights of a caller depend on its proofs. */
function timeLeft({ now }: Context, { proofs }: Caller): () => number {
  const end = Math.min(...proofs.map(({ expires }) => expires));
  return () => end - now();
}

const HEADERS = { 'cache-control': 'no-store', vary: 'signatureSheet, Authorization, Cookie, Accept' };

function eventsAnswer(body: Exclude<Answer['body'], null>): Answer {
  // nginx would collect the events.
  return { status: 200, headers: { ...HEADERS, 'content-type': EVENT_STREAM, 'x-accel-buffering': 'no' }, body };
}

/** A part of an event stream, after which the client connects again. Its last event has the cursor, whatever came before. */
function shortStreamAnswer(page: ChangeLinesPage, before: string): Answer {
  const end = page.more ? positionEvent(page.cursor) : upToDateEvent(page.cursor);
  return eventsAnswer(retryField(page.more ? RECONNECT_AT_ONCE_MS : RECONNECT_MS) + eventsOf(page, before) + end);
}

function linesAnswer(
  request: Request,
  { lines, cursor, more, purged }: ChangeLinesPage,
  query: URLSearchParams,
): Answer {
  const next = new URLSearchParams(query);
  next.set('since', cursor);
  const link = `<?${next}>; rel="next"`;
  const all = [...(purged ? ['{"purged":true}'] : []), ...lines, JSON.stringify({ cursor, more })];
  const headers = {
    ...HEADERS,
    vary: `${HEADERS.vary}, Accept-Encoding`,
    'content-type': NDJSON,
    ...(fitsHeader(link) && { link }),
  };
  const body = `${all.join('\n')}\n`;
  if (body.length < MIN_COMPRESSED_LENGTH || !takesGzip(request)) return { status: 200, headers, body };
  const compressed = gzipped(streamOf(body, NOTHING_HELD));
  return { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, body: compressed };
}
