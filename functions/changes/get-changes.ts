import { parseParameters } from '../../shared/base/schema/parameters.ts';
import { errorText } from '../../shared/base/telemetry/logger.ts';
import { negotiate, type Offers } from '../../shared/http/accept.ts';
import { type Answer, fitsHeader } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { EVENT_STREAM } from '../../shared/http/event-stream.ts';
import { NDJSON } from '../../shared/http/progress-answer.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import { type Caller, faultOf } from '../../shared/repository/access/caller.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { FollowChanges } from '../../shared/repository/notifications/follow-changes.ts';
import type { FormerStates } from '../../shared/repository/notifications/former-states.ts';
import { frameworkMembers } from '../../shared/repository/notifications/framework-members.ts';
import { refuseCursor, startCursor } from '../../shared/repository/notifications/notifications.ts';
import { openSubscriberFilter } from '../../shared/repository/notifications/subscriber-filter.ts';
import { readSubscription, type Subscription } from '../../shared/repository/notifications/subscription.ts';
import { STATE_BYTES } from '../../shared/repository/store/object-store.ts';
import { createChangeLines } from './change-lines.ts';
import { awaitPage, type ChangeLinesPage, collectPage } from './change-page.ts';
import { eventBody, eventsOf, retryField } from './events.ts';
import { changesQuery } from './parameters.ts';

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

/** When a client of an event stream that has ended asks for more. */
const RECONNECT_MS = 1_000;
const RECONNECT_AT_ONCE_MS = 10;

/** A value of `since` besides those of the notification channel. */
const NOW = 'now';

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
  const { subscription, where } = readStart(query, form === 'events' ? request.headers.get('last-event-id') : null);
  const proved = await call.caller();
  const fault = faultOf(proved);
  if (fault !== null) throw fault;
  const caller = (): Caller => ctx.forwarding.apply(proved);
  const filter = await openSubscriberFilter({
    subscription,
    caller,
    notifyHidden: false, // that setting is about ids alone
    frameworkMembers: (id) => frameworkMembers(ctx, id),
    report: (error) => call.log.warn('DATA', 'A framework cannot be read', { error: errorText(error) }),
  });
  const reader = { store: ctx.store, linesOf: createChangeLines(filter, caller, source.formerStates) };
  const { since } = subscription;
  const isNew = since !== null && 'time' in since && since.time === BEGINNING.time;
  const isHead = request.method === 'HEAD';

  if (form === 'events' && source.canStayOpen) {
    const cursor = await checkedCursor(ctx, since, where);
    const report = (error: unknown): void =>
      call.log.warn('DATA', 'Changes cannot be read; will retry', { error: errorText(error) });
    const timeLeftMs = timeLeft(ctx, proved);
    const follower = source.follow(cursor);
    return eventsAnswer(eventBody({ follower, linesOf: reader.linesOf, cursor, isNew, timeLeftMs, report }));
  }

  await call.hold(limit * STATE_BYTES);
  const start = since !== null && 'cursor' in since ? since.cursor : await startCursor(ctx.store, since);
  const requested = form === 'events' ? MAX_SHORT_WAIT_MS : wait * 1_000;
  const waitMs = isHead ? 0 : source.canStayOpen ? requested : Math.min(requested, MAX_SHORT_WAIT_MS);
  let page = await collectPage(reader, start, limit).catch((error: unknown) => refuseCursor(error, where));
  if (isNew) page = { ...page, purged: false };
  if (page.lines.length === 0 && !page.more && !page.purged && waitMs > 0) {
    const { cursor } = page;
    page = await awaitPage(reader, cursor, { limit, waitMs, follow: () => following(source, cursor, request.signal) });
  }
  if (form === 'events') {
    const delayMs = page.more ? RECONNECT_AT_ONCE_MS : RECONNECT_MS;
    return eventsAnswer(retryField(delayMs) + eventsOf(page, start));
  }
  return linesAnswer(page, query);
}

const BEGINNING = { time: 0 };

/** What the caller asks for. `where` names the parameter that its cursor came from. */
function readStart(
  query: URLSearchParams,
  lastEventId: string | null,
): { readonly subscription: Pick<Subscription, 'wantsType' | 'framework' | 'since'>; readonly where: string } {
  const rest = new URLSearchParams(query);
  if (lastEventId) {
    rest.delete('since');
    return { subscription: { ...readSubscription(rest), since: { cursor: lastEventId } }, where: 'Last-Event-ID' };
  }
  const subscription = readSubscription(query);
  const { since } = subscription;
  const isNow = since !== null && 'cursor' in since && since.cursor === NOW;
  return { subscription: { ...subscription, since: isNow ? null : (since ?? BEGINNING) }, where: 'since' };
}

/** The cursor that a stream starts at: found invalid before the response begins. */
async function checkedCursor({ store }: Context, since: Subscription['since'], where: string): Promise<string> {
  try {
    return await startCursor(store, since);
  } catch (error) {
    return refuseCursor(error, where);
  }
}

/** A follower that is closed when the client disconnects. */
function following({ follow }: ChangeSource, cursor: string, gone: AbortSignal): ReturnType<FollowChanges> {
  const follower = follow(cursor);
  gone.addEventListener('abort', follower.close);
  return follower;
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

function linesAnswer({ lines, cursor, more, purged }: ChangeLinesPage, query: URLSearchParams): Answer {
  const next = new URLSearchParams(query);
  next.set('since', cursor);
  const link = `<?${next}>; rel="next"`;
  const all = [...(purged ? ['{"purged":true}'] : []), ...lines, JSON.stringify({ cursor, more })];
  return {
    status: 200,
    headers: { ...HEADERS, 'content-type': NDJSON, ...(fitsHeader(link) && { link }) },
    body: `${all.join('\n')}\n`,
  };
}
