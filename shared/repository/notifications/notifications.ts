import { Problem } from '../../base/errors/problem.ts';
import type { Caller } from '../access/caller.ts';
import type { ChangeFeed } from '../objects/change-feed.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { FeedPage, FeedReader } from './feed-reader.ts';
import { createLiveChanges } from './live-changes.ts';
import { messageOf, messageWithCursor } from './message.ts';
import { openSubscriberFilter, type SubscriberFilter, type SubscriberFilterParts } from './subscriber-filter.ts';
import type { Subscription } from './subscription.ts';

/** The connection of a subscriber. */
export type Sink = {
  /** @returns resolves when the message is sent; never when it can no longer be sent */
  readonly send: (message: string) => Promise<void>;
  /** Closes the connection, because changes are missing. */
  readonly fail: () => void;
};

/** A subscriber whose handshake was accepted. */
export type Admission = {
  /** Starts delivery. */
  connect(sink: Sink): void;
  /** Called when the connection is closed, or was not established. */
  end(): void;
};

/**
 * The notification channel of a process that holds connections (specification: Notification channel). Writes of this process are
 * delivered when they are acknowledged, those of other instances within the poll interval of the feed.
 *
 * Subscribers with cursors, or that request what they missed, receive all changes from the feed, so that there is no gap between
 * missed and new ones.
 */
export type Notifications = ChangeFeed & {
  /**
   * Prepares a subscription, so that no change between this call and the connection is missed.
   *
   * @param caller called for each delivery, since keys may be forwarded
   * @throws Problem `invalid-parameter` (400) for an invalid cursor, `not-found` (404) for a framework that does not exist or may
   *   not be read, `store-unavailable` (503)
   */
  admit(subscription: Subscription, caller: () => Caller): Promise<Admission>;
};

export type NotificationsOptions = Pick<SubscriberFilterParts, 'notifyHidden' | 'frameworkMembers' | 'report'> & {
  readonly store: Pick<ObjectStore, 'changes' | 'changesSince'>;
  /** The change feed of the same store. */
  readonly feed: FeedReader;
  /** UTC milliseconds. */
  readonly now: () => number;
};

/** Number of objects that are read to validate a cursor. */
const PROBE_SIZE = 64;

/** Creates a channel without subscribers. It reads the store only while it has any. */
export function createNotifications(options: NotificationsOptions): Notifications {
  const { store, feed, report } = options;
  const live = createLiveChanges(options);

  async function admitLive({ deliver }: SubscriberFilter): Promise<Admission> {
    const stop = await live.start();
    let unsubscribe = (): void => {};
    return {
      connect(sink) {
        unsubscribe = live.subscribe((change) => {
          deliver(change.objects, (ids) => sink.send(messageOf(change.kind, ids))).catch(report);
        });
      },
      end() {
        unsubscribe();
        stop();
      },
    };
  }

  function admitFrom(start: string, hasCursors: boolean, { deliver }: SubscriberFilter): Admission {
    let ended = false;
    let unsubscribe = (): void => {};

    function textOf(cursor: string, ids: readonly string[]): string {
      return hasCursors ? messageWithCursor(cursor, ids) : messageOf(ids.length === 1 ? 'single' : 'batch', ids);
    }

    async function run(sink: Sink): Promise<void> {
      let reached = start;
      const handle = ({ objects, cursor }: FeedPage): Promise<void> => {
        if (ended) return Promise.reject(new DisconnectedError());
        reached = cursor;
        return deliver(objects, (ids) => sink.send(textOf(cursor, ids)));
      };
      unsubscribe = await feed.subscribeFrom(start, handle, (page) => {
        if (!ended) handle(page).catch(report);
      });
      if (ended) unsubscribe();
      else if (hasCursors) await deliver([], async () => {}).then(() => sink.send(messageWithCursor(reached, [])));
    }

    return {
      connect(sink) {
        run(sink).catch((error: unknown) => {
          if (error instanceof DisconnectedError) return;
          report(error);
          sink.fail();
        });
      },
      end() {
        ended = true;
        unsubscribe();
      },
    };
  }

  return {
    publish: live.publish,
    async admit(subscription, caller) {
      const { since, cursors } = subscription;
      const filter = await openSubscriberFilter({ ...options, subscription, caller });
      if (since === null && !cursors) return admitLive(filter);
      return admitFrom(await startCursor(store, since), cursors, filter);
    },
  };
}

/** The subscriber disconnected during a replay. */
class DisconnectedError extends Error {}

/**
 * The cursor at which a subscription starts.
 *
 * @throws Problem `invalid-parameter` (400) for an invalid cursor, `store-unavailable` (503)
 */
export async function startCursor(store: NotificationsOptions['store'], since: Subscription['since']): Promise<string> {
  if (since === null) return (await store.changes(null, PROBE_SIZE)).next;
  if ('time' in since) return store.changesSince(since.time);
  try {
    await store.changes(since.cursor, PROBE_SIZE);
    return since.cursor;
  } catch (error) {
    return refuseCursor(error, 'since');
  }
}

/**
 * Says by which parameter a cursor came that the store refused; other errors are thrown unchanged.
 *
 * @param error what `ObjectStore.changes` threw
 * @throws Problem `invalid-parameter` (400) naming the parameter, or the error
 */
export function refuseCursor(error: unknown, where: string): never {
  if (!(error instanceof Problem) || error.code !== 'invalid-parameter') throw error;
  const expected =
    where === 'since' ? 'is neither a cursor of this service nor a date-time' : 'is not a cursor of this service';
  throw new Problem('invalid-parameter', `${where}: ${expected}.`, { where });
}
