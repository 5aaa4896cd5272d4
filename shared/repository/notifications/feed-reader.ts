import { coalesce, createLimiter } from '../../base/concurrency/limiter.ts';
import { Problem } from '../../base/errors/problem.ts';
import { type ChangedObject, changedObject } from '../objects/change-feed.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** A page of the store's changes. */
export type FeedPage = {
  readonly objects: readonly (ChangedObject & { readonly own: boolean })[];
  /** The position after these changes. */
  readonly cursor: string;
  /** False when there were no further changes. */
  readonly more: boolean;
  /** See `ChangePage.purged` in the port of the store. */
  readonly purged?: true;
};

/** Receives pages in order. An error that it throws is reported, and does not affect other handlers. */
export type PageHandler = (page: FeedPage) => void;

/**
 * Reads the store's change feed, which has the writes of all instances, and delivers it to subscribers. All subscribers share one
 * poll loop, which stops while there are none.
 */
export type FeedReader = {
  /**
   * Delivers changes written from now on.
   *
   * @returns a function that unsubscribes
   */
  subscribe(handle: PageHandler): Promise<() => void>;
  /**
   * Delivers the changes after a cursor, and then new ones, without gaps or duplicates.
   *
   * @param replay receives the pages up to now; the next page is read when its promise resolves
   * @returns a function that unsubscribes, once all pages up to now are delivered
   */
  subscribeFrom(cursor: string, replay: (page: FeedPage) => Promise<void>, handle: PageHandler): Promise<() => void>;
  /**
   * Resolves when all changes written before the call are delivered to subscribers, or the store does not answer. Concurrent calls
   * cause at most two polls.
   */
  catchUp(): Promise<void>;
  close(): void;
};

const PAGE_SIZE = 500;

/** For pages of replays, which may be large. */
const MAX_CONCURRENCY = 4;

/** Subscriptions that join wait for the poll that is running. */
const MAX_PAGES_PER_POLL = 40;

/** Subscriptions that join together: polls wait for them. */
const MAX_JOINS = 100;

/** A subscription has joined the poll loop, or must read further pages itself first. */
type JoinResult = { readonly unsubscribe: () => void } | { readonly behindAt: string };

export type FeedReaderOptions = {
  readonly store: Pick<ObjectStore, 'changes'>;
  readonly pollIntervalMs: number;
  readonly report: (error: unknown) => void;
};

/** Creates a reader without subscribers. It does not read yet. */
export function createFeedReader({ store, pollIntervalMs, report }: FeedReaderOptions): FeedReader {
  /** With the write ids that a subscriber received when it joined, and that the poll loop has yet to read. */
  const subscribers = new Map<PageHandler, ReadonlySet<string>>();
  /** Subscriptions that have read to the end, with their cursors. */
  const joining = new Map<PageHandler, string>();
  let position: string | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let failing = false;
  let closed = false;
  /** Polls and joins run one at a time. */
  const exclusive = createLimiter(1);
  const limitReplays = createLimiter(MAX_CONCURRENCY);

  async function read(cursor: string | null): Promise<FeedPage> {
    const { objects, next, more, purged } = await store.changes(cursor, PAGE_SIZE);
    return {
      objects: objects.map(({ head, own }) => Object.assign(changedObject(head), { own })),
      cursor: next,
      more,
      ...(purged && { purged }),
    };
  }

  function deliver(page: FeedPage): void {
    if (isEmpty(page)) return;
    // All that there is after a purge follows it, also for a subscriber that has received some of it and drops that now.
    if (page.purged) for (const handle of subscribers.keys()) subscribers.set(handle, NONE);
    for (const [handle, received] of subscribers) {
      const objects = received.size === 0 ? page.objects : page.objects.filter(({ writeId }) => !received.has(writeId));
      if (isEmpty({ ...page, objects })) continue;
      try {
        handle({ ...page, objects });
      } catch (error) {
        report(error);
      }
    }
  }

  /** Reads and delivers the next pages. @returns whether the end is reached */
  async function advance(): Promise<boolean> {
    position ??= (await store.changes(null, PAGE_SIZE)).next;
    for (let pages = 0; pages < MAX_PAGES_PER_POLL; pages++) {
      const page = await read(position);
      position = page.cursor;
      deliver(page);
      if (page.more) continue;
      for (const handle of subscribers.keys()) subscribers.set(handle, NONE);
      return true;
    }
    return false;
  }

  /** @returns whether the end is reached, or the store fails; the first of several failures is reported */
  const poll = coalesce(exclusive, async () => {
    try {
      const isAtEnd = await advance();
      failing = false;
      return isAtEnd;
    } catch (error) {
      if (!failing && !closed) report(error);
      failing = true;
      // The store was replaced by another: what it has from now on is delivered.
      if (error instanceof Problem && error.code === 'invalid-parameter') position = null;
      return true;
    }
  });

  function schedulePoll(): void {
    if (subscribers.size === 0 || closed) position = null;
    else {
      timer ??= setTimeout(() => {
        timer = null;
        void poll().then(schedulePoll);
      }, pollIntervalMs);
    }
  }

  function cancelPoll(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  }

  function add(handle: PageHandler, received: ReadonlySet<string>): () => void {
    subscribers.set(handle, received);
    schedulePoll();
    return () => {
      subscribers.delete(handle);
      if (subscribers.size === 0) cancelPoll();
    };
  }

  /** Joins some of the subscriptions that have read to the end. @returns their results */
  const joinSome = coalesce(exclusive, async () => {
    const group = [...joining].slice(0, MAX_JOINS);
    for (const [handle] of group) joining.delete(handle);
    if (subscribers.size === 0) position = null;
    const isAtEnd = await advance(); // the poll loop is now at or after the cursors of the group
    const results = group.map(([handle, cursor]): [PageHandler, Promise<JoinResult>] => {
      return [handle, isAtEnd ? limitReplays(() => join(cursor, handle)) : Promise.resolve({ behindAt: cursor })];
    });
    await Promise.allSettled(results.map(([, result]) => result));
    return new Map(results);
  });

  async function join(cursor: string, handle: PageHandler): Promise<JoinResult> {
    const last = await read(cursor);
    if (!isEmpty(last)) handle(last);
    if (last.more) return { behindAt: last.cursor };
    return { unsubscribe: add(handle, new Set(last.objects.map(({ writeId }) => writeId))) };
  }

  async function requestJoin(cursor: string, handle: PageHandler): Promise<JoinResult> {
    joining.set(handle, cursor);
    try {
      for (;;) {
        const result = (await joinSome()).get(handle);
        if (result !== undefined) return await result;
      }
    } finally {
      joining.delete(handle);
    }
  }

  return {
    subscribe: (handle) =>
      exclusive(async () => {
        if (subscribers.size === 0) position = null;
        await advance().catch(report); // the next poll tries again
        return add(handle, NONE);
      }),

    async subscribeFrom(start, replay, handle) {
      let cursor = start;
      for (;;) {
        const { replayed, next, more } = await limitReplays(async () => {
          const page = await read(cursor);
          // The page is not kept in memory while its messages are sent.
          return { replayed: replay(page), next: page.cursor, more: page.more };
        });
        await replayed;
        cursor = next;
        if (more) continue;
        const result = await requestJoin(cursor, handle);
        if ('unsubscribe' in result) return result.unsubscribe;
        cursor = result.behindAt;
      }
    },

    async catchUp() {
      while (!(await poll()));
    },

    close() {
      closed = true;
      cancelPoll();
    },
  };
}

const NONE: ReadonlySet<string> = new Set();

function isEmpty({ objects, purged }: FeedPage): boolean {
  return objects.length === 0 && purged === undefined;
}
