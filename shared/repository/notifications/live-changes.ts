import { createBoundedCache } from '../../base/concurrency/bounded-cache.ts';
import type { Change, ChangedObject, ChangeFeed } from '../objects/change-feed.ts';
import type { FeedPage, FeedReader } from './feed-reader.ts';

export type LiveChangesOptions = {
  readonly feed: Pick<FeedReader, 'subscribe' | 'catchUp'>;
  /** UTC milliseconds. */
  readonly now: () => number;
  readonly report: (error: unknown) => void;
};

/** Delivers each change once: changes of this process when they are published, changes of other instances when they are read. */
export type LiveChanges = ChangeFeed & {
  /**
   * Reads the feed from now on, as long as any subscription does.
   *
   * @returns a function that ends it, and may be called again
   */
  start(): Promise<() => void>;
  /** Delivers changes of a feed that was started. @returns a function that unsubscribes */
  subscribe(handle: (change: Change) => void): () => void;
};

/** Creates live changes without subscribers. */
export function createLiveChanges({ feed, now, report }: LiveChangesOptions): LiveChanges {
  const subscribers = new Set<(change: Change) => void>();
  let ownWrites = createOwnWrites(now);
  let started = 0;
  let subscription: Promise<() => void> | null = null;

  function deliver(change: Change): void {
    if (change.objects.length === 0) return;
    for (const handle of subscribers) {
      try {
        handle(change);
      } catch (error) {
        report(error);
      }
    }
  }

  function handlePage({ objects: read }: FeedPage): void {
    for (const object of read) if (object.own) ownWrites.addRead(object);
    const objects = [...ownWrites.takeUnpublished(), ...read.filter((object) => !object.own)];
    deliver({ kind: objects.length === 1 ? 'single' : 'batch', objects });
  }

  return {
    async publish({ kind, objects }) {
      if (started > 0) deliver({ kind, objects: ownWrites.addPublished(objects) });
    },

    async start() {
      started++;
      if (subscription !== null) await feed.catchUp(); // a new subscriber receives no earlier changes
      subscription ??= feed.subscribe(handlePage);
      await subscription;
      let stopped = false;
      return () => {
        if (stopped) return;
        stopped = true;
        started--;
        if (started > 0) return;
        void subscription?.then((unsubscribe) => unsubscribe());
        subscription = null;
        ownWrites = createOwnWrites(now);
      };
    },

    subscribe(handle) {
      subscribers.add(handle);
      return () => subscribers.delete(handle);
    },
  };
}

/** Maximum number of writes that are remembered, to recognize them when they come a second time. */
const MAX_WRITES = 100_000;

/** A write of this process that is not published in this time is delivered nevertheless: its response was lost. */
const PUBLISH_TIMEOUT_MS = 60_000;

/** Matches the writes that this process publishes with the same writes read from the feed, which may come before or after. */
function createOwnWrites(now: () => number) {
  const published = createBoundedCache<string, true>(MAX_WRITES);
  const unpublished = new Map<string, { readonly object: ChangedObject; readonly readAt: number }>();
  const delivered = createBoundedCache<string, true>(MAX_WRITES);
  return {
    /** @returns the objects that have not been delivered yet */
    addPublished(objects: readonly ChangedObject[]): readonly ChangedObject[] {
      const undelivered = objects.filter(({ writeId }) => !delivered.delete(writeId));
      for (const { writeId } of undelivered) if (!unpublished.delete(writeId)) published.set(writeId, true);
      return undelivered;
    },
    addRead(object: ChangedObject): void {
      if (!published.delete(object.writeId)) unpublished.set(object.writeId, { object, readAt: now() });
    },
    /** Removes the writes whose timeout has expired. @returns these */
    takeUnpublished(): readonly ChangedObject[] {
      const expired: ChangedObject[] = [];
      for (const [writeId, { object, readAt }] of unpublished) {
        if (now() - readAt < PUBLISH_TIMEOUT_MS) break; // in the order of reading
        unpublished.delete(writeId);
        delivered.set(writeId, true);
        expired.push(object);
      }
      return expired;
    },
  };
}
