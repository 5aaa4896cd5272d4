import { sleep } from '../../shared/base/concurrency/sleep.ts';
import { encodeUtf8 } from '../../shared/base/crypto/text-encoding.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import { KEEP_ALIVE_INTERVAL_MS } from '../../shared/http/event-stream.ts';
import { withStallLimit } from '../../shared/http/text-stream.ts';
import type { FeedPage } from '../../shared/repository/notifications/feed-reader.ts';
import type { Follower } from '../../shared/repository/notifications/follow-changes.ts';
import type { ChangeLines } from './change-lines.ts';
import type { ChangeLinesPage } from './change-page.ts';

/** How long clients wait before they reconnect. */
const RECONNECT_MS = 2_000;

/** Delay before changes are read again that could not be read. */
const RETRY_DELAY_MS = 2_000;

type EventSource = {
  readonly follower: Follower;
  readonly linesOf: ChangeLines;
  /** Where the stream starts. */
  readonly cursor: string;
  /** Whether the client begins with an empty copy: it need not know of a purge. */
  readonly isNew: boolean;
  /** Milliseconds until the stream ends, because a proof of the caller expires. */
  readonly timeLeftMs: () => number;
  readonly report: (error: unknown) => void;
};

/**
 * The changes as events, without end, as fast as the client reads them: meanwhile nothing is kept for it but its position. Failures of
 * the store do not end the stream.
 */
export function eventBody(source: EventSource): ReadableStream<Uint8Array> {
  const { follower } = source;
  const pieces = eventPieces(source);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encodeUtf8(value));
      },
      cancel: () => follower.close(),
    },
    { highWaterMark: 0 },
  );
  return withStallLimit(body, () => follower.close());
}

async function* eventPieces(source: EventSource): AsyncGenerator<string, undefined> {
  const { linesOf, timeLeftMs } = source;
  let { cursor, isNew } = source;
  let isUpToDate = false;
  let nextBeat = performance.now() + KEEP_ALIVE_INTERVAL_MS;
  yield retryField(RECONNECT_MS);
  while (timeLeftMs() > 0) {
    const page = await nextPage(source, Math.min(nextBeat - performance.now(), timeLeftMs()));
    if (page === 'ended') return;
    let text = '';
    if (page !== 'idle') {
      const { more } = page;
      const lines = await linesOf(page.objects);
      text = eventsOf({ lines, cursor: page.cursor, more, purged: page.purged === true && !isNew }, cursor);
      cursor = page.cursor;
      isNew = false;
      if (!more && !isUpToDate) text += upToDateEvent(cursor);
      isUpToDate ||= !more;
    }
    // In intervals of its own, so that it does not tell of changes that the client may not know of.
    if (text === '' && performance.now() >= nextBeat) text = positionEvent(cursor);
    if (text === '') continue;
    nextBeat = performance.now() + KEEP_ALIVE_INTERVAL_MS;
    yield text;
  }
}

/** The next page; while the store fails, there is none. */
async function nextPage({ follower, report }: EventSource, timeoutMs: number): Promise<FeedPage | 'idle' | 'ended'> {
  try {
    return await follower.next(timeoutMs);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'store-unavailable') throw error;
    report(error);
    await sleep(Math.min(RETRY_DELAY_MS, timeoutMs));
    return 'idle';
  }
}

/**
 * The events of a page. All but the last one have the cursor before the page: a client that has received some of them gets the page again.
 *
 * @param before the position before the page
 */
export function eventsOf({ lines, cursor, purged }: ChangeLinesPage, before: string): string {
  const last = lines.length - 1;
  const changes = lines.map((line, index) => event(index === last ? cursor : before, line));
  return (purged ? event(before, '{}', 'purged') : '') + changes.join('');
}

function event(id: string, data: string, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}id: ${id}\ndata: ${data}\n\n`;
}

/** Says that everything until now has been sent. */
export function upToDateEvent(cursor: string): string {
  return event(cursor, JSON.stringify({ cursor }), 'up-to-date');
}

/** Moves the position of the client, without an event in its program. */
export function positionEvent(cursor: string): string {
  return `:\nid: ${cursor}\n\n`;
}

/** Tells clients when to reconnect. */
export function retryField(delayMs: number): string {
  return `retry: ${delayMs}\n\n`;
}
