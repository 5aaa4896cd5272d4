import { sleep } from '../../base/concurrency/sleep.ts';
import { changedObject } from '../objects/change-feed.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { FeedPage, FeedReader } from './feed-reader.ts';

/**
 * The changes after a cursor, without gaps. A page is read, or taken from the feed, when it is requested: nothing is kept in memory for
 * a consumer that is slow.
 */
export type Follower = {
  /**
   * The next page. One call at a time.
   *
   * @returns `idle` when there is none within `timeoutMs`; `ended` after {@link Follower.close}, also to a call that is waiting
   * @throws Problem `store-unavailable` (503), after which it may be called again; `invalid-parameter` (400) when the store was replaced
   *   by another
   */
  next(timeoutMs: number): Promise<FeedPage | 'idle' | 'ended'>;
  close(): void;
};

/** Opens a follower. @throws Problem `overloaded` (503) when there are too many */
export type FollowChanges = (cursor: string) => Follower;

/** A follower by the feed of this process, whose poll loop all followers share. */
export function followFeed(feed: Pick<FeedReader, 'subscribeFrom'>, start: string): Follower {
  let cursor = start;
  /** The page that the consumer waits for; null: it does not ask. */
  let wanted: PromiseWithResolvers<FeedPage | 'ended'> | null = null;
  let wakeReplay = (): void => {};
  /** Ends the subscription that is delivering; null: there is none. */
  let current: { end: () => void } | null = null;
  let closed = false;

  function give(page: FeedPage): void {
    cursor = page.cursor;
    wanted?.resolve(page);
    wanted = null;
  }

  function subscribe(): void {
    const own = { end: (): void => {} };
    current = own;

    /** Resolves when the consumer asks. */
    async function demand(): Promise<void> {
      while (wanted === null && current === own) {
        await new Promise<void>((resolve) => {
          wakeReplay = resolve;
        });
      }
      if (current !== own) throw new Error('The follower was closed.');
    }

    async function replay(page: FeedPage): Promise<void> {
      await demand();
      give(page);
      await demand();
    }

    function handle(page: FeedPage): void {
      if (current !== own) return;
      if (wanted !== null) {
        give(page);
        return;
      }
      current = null; // it is slow: it continues from its cursor when it asks again
      own.end();
    }

    feed.subscribeFrom(cursor, replay, handle).then(
      (unsubscribe) => {
        if (current === own) own.end = unsubscribe;
        else unsubscribe();
      },
      (error: unknown) => {
        if (current !== own) return;
        current = null;
        wanted?.reject(error);
        wanted = null;
      },
    );
  }

  return {
    async next(timeoutMs) {
      if (closed) return 'ended';
      if (wanted === null) {
        wanted = Promise.withResolvers();
        wanted.promise.catch(() => {}); // it may fail between two calls: the next one tries again
      }
      const asked = wanted;
      if (current === null) subscribe();
      wakeReplay();
      return within(timeoutMs, asked.promise, () => {
        if (wanted === asked) wanted = null; // a page that comes between two calls is read again by the next one
      });
    },
    close() {
      closed = true;
      const ended = current;
      current = null;
      ended?.end();
      wakeReplay();
      wanted?.resolve('ended');
      wanted = null;
    },
  };
}

/** @param onTimeout called before anything else can resolve the promise */
async function within<T>(timeoutMs: number, promise: Promise<T>, onTimeout: () => void): Promise<T | 'idle'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<'idle'>((resolve) => {
    timer = setTimeout(
      () => {
        onTimeout();
        resolve('idle');
      },
      Math.max(0, timeoutMs),
    );
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

const PAGE_SIZE = 500;

/** A follower for processes without a feed, such as functions: it reads the store in intervals while it is asked. */
export function followStore(store: Pick<ObjectStore, 'changes'>, start: string, intervalMs: number): Follower {
  const closing = new AbortController();
  let cursor = start;
  return {
    async next(timeoutMs) {
      const end = performance.now() + timeoutMs;
      while (!closing.signal.aborted) {
        const { objects, next, more, purged } = await store.changes(cursor, PAGE_SIZE);
        cursor = next;
        if (objects.length > 0 || more || purged) {
          const changed = objects.map(({ head, own }) => Object.assign(changedObject(head), { own }));
          return { objects: changed, cursor, more, ...(purged && { purged }) };
        }
        if (performance.now() + intervalMs > end) return 'idle';
        await sleep(intervalMs, closing.signal);
      }
      return 'ended';
    },
    close: () => closing.abort(),
  };
}
