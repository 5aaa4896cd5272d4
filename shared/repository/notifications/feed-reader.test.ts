import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../base/errors/problem.ts';
import type { ChangePage, Head } from '../store/object-store.ts';
import { createFeedReader, type FeedPage, type FeedReader } from './feed-reader.ts';

const POLL_INTERVAL_MS = 1;
/** Longer than any test. */
const NEVER_MS = 3_600_000;

/**
 * A change feed with small pages and a delay, like that of a remote engine.
 *
 * @param duringRead called during each read
 */
function openLog(pageSize = 3, duringRead: () => void = ignore) {
  const states = new Map<string, { readonly number: number; readonly head: Head }>();
  let last = 0;
  let reads = 0;
  let isDown = false;
  return {
    reads: () => reads,
    setDown(value: boolean): void {
      isDown = value;
    },
    /** Writes the next version of an object. */
    write(name: string): void {
      const number = ++last;
      const head = { ...HEAD, shortId: name, writeId: `${name} ${number}`, version: number };
      states.set(name, { number, head });
    },
    async changes(cursor: string | null): Promise<ChangePage> {
      reads++;
      const ceiling = last;
      const after = cursor === null ? ceiling : Number(cursor);
      const found = [...states.values()]
        .filter(({ number }) => number > after)
        .sort((left, right) => left.number - right.number);
      const page = found.slice(0, pageSize);
      duringRead();
      await pause(0);
      if (isDown) throw new Problem('store-unavailable', 'The store is down.');
      const more = found.length > page.length;
      const next = String(more ? page.at(-1)?.number : ceiling);
      return { objects: page.map(({ head }) => ({ head, aliases: [], own: false, changed: 0 })), next, more };
    },
  };
}

const HEAD: Head = {
  key: 'k' as Head['key'],
  shortId: '',
  id: '',
  version: 1,
  time: 0,
  text: '{}',
  writeId: '',
  deleted: false,
  access: { owners: [], readers: [], hidden: false, mixed: false },
};

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const idsOf = ({ objects }: FeedPage) => objects.map(({ writeId }) => writeId);
const ignore = (): void => undefined;

describe('a store that is replaced by another', () => {
  it('is read from now on, since it does not know the position of the one before', async () => {
    let log = openLog();
    let refused = 0;
    const store = {
      changes: async (cursor: string | null): Promise<ChangePage> => {
        if (cursor !== null && Number(cursor) < refused) throw new Problem('invalid-parameter', 'Another store.');
        return log.changes(cursor);
      },
    };
    const feed = createFeedReader({ store, pollIntervalMs: NEVER_MS, report: ignore });
    const received: string[] = [];
    await feed.subscribe((page) => void received.push(...idsOf(page)));
    log = openLog();
    for (let written = 0; written < 5; written++) log.write(`old ${written}`);
    refused = 5;
    await feed.catchUp();
    await feed.catchUp();
    log.write('new');
    await feed.catchUp();
    expect(received).toEqual(['new 6']);
    feed.close();
  });
});

type AskStep = { readonly write: number } | { readonly ask: true } | { readonly wait: number };
type Step = { readonly write: number } | { readonly join: number } | { readonly wait: number };

/**
 * Each subscriber receives every change after its cursor once, in order.
 *
 * @param during the number of changes written during each read
 */
async function expectWhole(steps: readonly Step[], during: number[]): Promise<void> {
  let written = 0;
  const write = (count: number): void => {
    for (let left = count; left > 0; left--) log.write(`object ${++written}`);
  };
  const log = openLog(3, () => write(during.pop() ?? 0));
  const feed = createFeedReader({ store: log, pollIntervalMs: POLL_INTERVAL_MS, report: ignore });
  const join = (from: number) => {
    const received: string[] = [];
    const handle = (page: FeedPage) => void received.push(...idsOf(page));
    return { from, received, joined: feed.subscribeFrom(String(from), async (page) => handle(page), handle) };
  };
  const subscribers: ReturnType<typeof join>[] = [];
  for (const one of steps) {
    if ('write' in one) write(one.write);
    else if ('wait' in one) await pause(one.wait);
    else subscribers.push(join(Math.min(one.join, written)));
  }
  const unsubscribers = await Promise.all(subscribers.map(({ joined }) => joined));
  during.length = 0;
  write(1);
  for (const { from, received } of subscribers) {
    const all = Array.from({ length: written - from }, (_, at) => `object ${from + at + 1} ${from + at + 1}`);
    await expect.poll(() => received.length, { interval: 2 }).toBeGreaterThanOrEqual(all.length);
    expect(received).toEqual(all);
  }
  for (const unsubscribe of unsubscribers) unsubscribe();
  feed.close();
}

describe('subscribeFrom', () => {
  it('delivers every change after the cursor once, in order, with other subscribers and concurrent writes', async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ write: fc.integer({ min: 1, max: 5 }) }) },
      { weight: 3, arbitrary: fc.record({ join: fc.nat(60) }) },
      { weight: 2, arbitrary: fc.record({ wait: fc.nat(2) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), fc.array(fc.nat(2)), expectWhole),
      { numRuns: 60 },
    );
  });

  it('reads the next page when the previous one is sent', async () => {
    const log = openLog(1);
    for (let at = 1; at <= 3; at++) log.write(`object ${at}`);
    const feed = createFeedReader({ store: log, pollIntervalMs: POLL_INTERVAL_MS, report: ignore });
    const taken: (() => void)[] = [];
    const replay = () => new Promise<void>((resolve) => taken.push(resolve));
    const joined = feed.subscribeFrom('0', replay, ignore);
    for (const count of [1, 2, 3]) {
      await expect.poll(() => taken.length).toBe(count);
      await pause(5);
      expect(log.reads()).toBe(count);
      taken.at(-1)?.();
    }
    (await joined)();
    feed.close();
  });
});

describe('concurrent subscriptions', () => {
  /** Subscriptions without changes after their cursors. */
  const joinMany = (feed: FeedReader, count: number) => {
    const all = Array.from({ length: count }, () => {
      const received: string[] = [];
      const handle = (page: FeedPage) => void received.push(...idsOf(page));
      return { received, joined: feed.subscribeFrom('0', async (page) => handle(page), handle) };
    });
    return { received: all.map(({ received }) => received), joined: all.map(({ joined }) => joined) };
  };

  it('share the poll that all need, and read twice each', async () => {
    const log = openLog();
    const feed = createFeedReader({ store: log, pollIntervalMs: NEVER_MS, report: ignore });
    await Promise.all(joinMany(feed, 250).joined);
    expect(log.reads()).toBeLessThan(2 * 250 + 20);
    feed.close();
  });

  it('are rejected when the store is down, and later ones miss nothing', async () => {
    const log = openLog();
    const feed = createFeedReader({ store: log, pollIntervalMs: POLL_INTERVAL_MS, report: ignore });
    const early = joinMany(feed, 150);
    await expect.poll(log.reads, { interval: 0 }).toBeGreaterThan(150);
    log.setDown(true);
    const outcomes = await Promise.allSettled(early.joined);
    expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true);
    log.setDown(false);
    const late = joinMany(feed, 3);
    await Promise.all(late.joined);
    log.write('first');
    await expect.poll(() => late.received).toEqual([['first 1'], ['first 1'], ['first 1']]);
    const refused = early.received.filter((_, at) => outcomes[at]?.status === 'rejected');
    expect(refused.flat()).toEqual([]);
    feed.close();
  });
});

describe('catchUp', () => {
  /** After each call all earlier changes are delivered. */
  async function expectCaughtUp(steps: readonly AskStep[], during: number[]): Promise<void> {
    let written = 0;
    const write = (count: number): void => {
      for (let left = count; left > 0; left--) log.write(`object ${++written}`);
    };
    const log = openLog(3, () => write(during.pop() ?? 0));
    const feed = createFeedReader({ store: log, pollIntervalMs: POLL_INTERVAL_MS, report: ignore });
    const received: string[] = [];
    await feed.subscribe((page) => void received.push(...idsOf(page)));
    const start = written;
    const asked: Promise<void>[] = [];
    const ask = async (): Promise<void> => {
      const before = written - start;
      await feed.catchUp();
      expect(received.length).toBeGreaterThanOrEqual(before);
    };
    for (const one of steps) {
      if ('write' in one) write(one.write);
      else if ('wait' in one) await pause(one.wait);
      else asked.push(ask());
    }
    await Promise.all(asked);
    feed.close();
  }

  it('delivers all earlier changes, with concurrent calls and writes', async () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ write: fc.integer({ min: 1, max: 5 }) }) },
      { weight: 3, arbitrary: fc.constant({ ask: true } as const) },
      { weight: 2, arbitrary: fc.record({ wait: fc.nat(2) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), fc.array(fc.nat(2)), expectCaughtUp),
      { numRuns: 40 },
    );
  });

  it('serves all calls during a poll with the next one', async () => {
    const log = openLog();
    const feed = createFeedReader({ store: log, pollIntervalMs: NEVER_MS, report: ignore });
    await feed.subscribe(ignore);
    const before = log.reads();
    const first = feed.catchUp();
    await expect.poll(log.reads, { interval: 0 }).toBe(before + 1);
    await Promise.all([first, ...Array.from({ length: 1_000 }, () => feed.catchUp())]);
    expect(log.reads()).toBe(before + 2);
    feed.close();
  });

  it('reads all pages', async () => {
    const log = openLog(1);
    const feed = createFeedReader({ store: log, pollIntervalMs: NEVER_MS, report: ignore });
    const received: string[] = [];
    await feed.subscribe((page) => void received.push(...idsOf(page)));
    for (let at = 1; at <= 100; at++) log.write(`object ${at}`);
    await feed.catchUp();
    expect(received).toHaveLength(100);
    feed.close();
  });

  it('does not wait for a store that is down, and reports it once', async () => {
    const log = openLog();
    const reported: unknown[] = [];
    const feed = createFeedReader({
      store: log,
      pollIntervalMs: NEVER_MS,
      report: (error) => void reported.push(error),
    });
    await feed.subscribe(ignore);
    log.setDown(true);
    await Promise.all([feed.catchUp(), feed.catchUp()]);
    await feed.catchUp();
    expect(reported).toHaveLength(1);
    feed.close();
  });
});

describe('subscribe', () => {
  it('delivers new changes only', async () => {
    const log = openLog();
    log.write('before');
    const feed = createFeedReader({ store: log, pollIntervalMs: POLL_INTERVAL_MS, report: ignore });
    const received: string[] = [];
    const unsubscribe = await feed.subscribe((page) => void received.push(...idsOf(page)));
    log.write('first');
    await expect.poll(() => received).toEqual(['first 2']);
    const later: string[] = [];
    const unsubscribeLater = await feed.subscribe((page) => void later.push(...idsOf(page)));
    log.write('second');
    await expect.poll(() => [received, later]).toEqual([['first 2', 'second 3'], ['second 3']]);
    unsubscribe();
    unsubscribeLater();
    feed.close();
  });

  it('does not read the store while there are no subscribers', async () => {
    const log = openLog();
    const feed = createFeedReader({ store: log, pollIntervalMs: POLL_INTERVAL_MS, report: ignore });
    await pause(10);
    expect(log.reads()).toBe(0);
    const unsubscribe = await feed.subscribe(ignore);
    await expect.poll(log.reads).toBeGreaterThan(2);
    unsubscribe();
    await pause(5);
    const reads = log.reads();
    await pause(20);
    expect(log.reads()).toBe(reads);
    feed.close();
  });

  it('continues at the same position after an outage of the store, which is reported once', async () => {
    const log = openLog();
    const reported: unknown[] = [];
    const feed = createFeedReader({
      store: log,
      pollIntervalMs: POLL_INTERVAL_MS,
      report: (error) => void reported.push(error),
    });
    const received: string[] = [];
    const unsubscribe = await feed.subscribe((page) => void received.push(...idsOf(page)));
    log.setDown(true);
    log.write('during');
    const reads = log.reads();
    await expect.poll(log.reads).toBeGreaterThan(reads + 3);
    expect(received).toEqual([]);
    log.setDown(false);
    await expect.poll(() => received).toEqual(['during 1']);
    expect(reported).toHaveLength(1);
    unsubscribe();
    feed.close();
  });

  it('delivers to the other subscribers when one throws', async () => {
    const log = openLog();
    const reported: unknown[] = [];
    const feed = createFeedReader({
      store: log,
      pollIntervalMs: POLL_INTERVAL_MS,
      report: (error) => void reported.push(error),
    });
    const received: string[] = [];
    const unsubscribers = [
      await feed.subscribe(() => {
        throw new Error('failed');
      }),
      await feed.subscribe((page) => void received.push(...idsOf(page))),
    ];
    log.write('delivered');
    await expect.poll(() => received).toEqual(['delivered 1']);
    expect(reported).toEqual([new Error('failed')]);
    for (const unsubscribe of unsubscribers) unsubscribe();
    feed.close();
  });
});
