import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Problem } from '../../shared/base/errors/problem.ts';
import type { FeedPage } from '../../shared/repository/notifications/feed-reader.ts';
import { eventBody } from './events.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Next = FeedPage | Error;

/** A stream of pages, each as one line with its cursor; then there are no more. */
function open(pages: readonly Next[], options: { isNew?: boolean; lifetimeMs?: number; visible?: boolean } = {}) {
  const { isNew = false, lifetimeMs = Number.POSITIVE_INFINITY, visible = true } = options;
  const queue = [...pages];
  let asked = 0;
  let end = (): void => {};
  const close = vi.fn(() => end());
  const expires = performance.now() + lifetimeMs;
  const body = eventBody({
    follower: {
      async next(timeoutMs) {
        asked++;
        const page = queue.shift();
        if (page instanceof Error) throw page;
        if (page !== undefined) return page;
        return new Promise((resolve) => {
          setTimeout(resolve, timeoutMs, 'idle' as const);
          end = () => resolve('ended');
        });
      },
      close,
    },
    linesOf: async (objects) => (visible ? objects.map(({ shortId }) => JSON.stringify(shortId)) : []),
    cursor: 'c0',
    isNew,
    timeLeftMs: () => expires - performance.now(),
    report: () => undefined,
  });
  const reader = body.getReader();
  const read = async (): Promise<string | undefined> => {
    const { value } = await reader.read();
    return value && new TextDecoder().decode(value);
  };
  return { read, reader, close, asked: () => asked };
}

function page(cursor: string, ids: readonly string[], more = false, purged?: true): FeedPage {
  const objects = ids.map((shortId) => ({ shortId }) as unknown as FeedPage['objects'][number]); // what linesOf reads
  return { objects, cursor, more, ...(purged && { purged }) };
}

const RETRY = 'retry: 2000\n\n';

describe('a stream of changes', () => {
  test('has the cursor before a page with all its changes but the last, and says when it is up to date', async () => {
    const { read } = open([page('c1', ['a', 'b'], true), page('c2', ['c']), page('c3', ['d'])]);
    expect(await read()).toBe(RETRY);
    expect(await read()).toBe('id: c0\ndata: "a"\n\nid: c1\ndata: "b"\n\n');
    expect(await read()).toBe('id: c2\ndata: "c"\n\nevent: up-to-date\nid: c2\ndata: {"cursor":"c2"}\n\n');
    expect(await read()).toBe('id: c3\ndata: "d"\n\n');
  });

  test('tells of a purge before what follows it, but not a client that begins', async () => {
    const purged = [page('c1', ['a'], true, true)];
    const { read } = open(purged);
    await read();
    expect(await read()).toBe('event: purged\nid: c0\ndata: {}\n\nid: c1\ndata: "a"\n\n');
    const begins = open(purged, { isNew: true });
    await begins.read();
    expect(await begins.read()).toBe('id: c1\ndata: "a"\n\n');
  });

  test('has a heartbeat every ten seconds, whether or not there are changes that the client may not know of', async () => {
    const silent = open([page('c1', [])]);
    const hidden = open([page('c1', []), page('c2', ['x']), page('c3', ['y'])], { visible: false });
    for (const { read } of [silent, hidden]) {
      await read();
      expect(await read()).toContain('up-to-date');
    }
    const beats = Promise.all([silent.read(), hidden.read()]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await beats).toEqual([':\nid: c1\n\n', ':\nid: c3\n\n']);
  });

  test('outlasts failures of the store', async () => {
    const { read } = open([new Problem('store-unavailable', 'Away.'), page('c1', ['a'], true)]);
    await read();
    const next = read();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await next).toBe('id: c1\ndata: "a"\n\n');
  });

  test('is aborted when its cursor has become invalid', async () => {
    const { read } = open([new Problem('invalid-parameter', 'Another store.')]);
    await read();
    await expect(read()).rejects.toThrow('Another store.');
  });

  test('ends when a proof of the caller expires', async () => {
    const { read, reader, close } = open([page('c1', [])], { lifetimeMs: 3_000 });
    await read();
    await read();
    const end = read();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await end).toBeUndefined();
    await reader.closed;
    expect(close).toHaveBeenCalled();
  });

  test('reads nothing for a client that does not read, which is disconnected after a minute', async () => {
    const { read, asked, close } = open(Array.from({ length: 100 }, (_, index) => page(`c${index}`, ['a'], true)));
    await read();
    await read();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(asked()).toBeLessThan(4);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(close).toHaveBeenCalled();
  });

  test('ends at once when the client disconnects', async () => {
    const { read, reader, close } = open([page('c1', [])]);
    await read();
    await read();
    void read();
    await vi.advanceTimersByTimeAsync(0);
    await reader.cancel();
    expect(close).toHaveBeenCalled();
  });
});
