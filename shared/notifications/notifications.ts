import type { Caller } from '../access/caller.ts';
import { Problem } from '../errors/problem.ts';
import type { Change, ChangeFeed } from '../objects/change-feed.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { ChangeTail, TailPage } from './change-tail.ts';
import { messageOf, messageWithCursor } from './message.ts';
import { createOwnChanges } from './own-changes.ts';
import { openSubscriberFilter, type SubscriberFilter, type SubscriberFilterParts } from './subscriber-filter.ts';
import type { Subscription } from './subscription.ts';

/** The way to one listener. */
export type Sink = {
  /** @returns resolves when the message has left, never when it cannot leave any more */
  readonly send: (message: string) => Promise<void>;
  /** Ends the connection: what comes now cannot be told to it in full. */
  readonly fail: () => void;
};

/** A listener that may connect. */
export type Admission = {
  /** From now on it is told what it asked for. */
  connect(sink: Sink): void;
  /** To be called when the connection is over, or did not come about. */
  end(): void;
};

/**
 * The notification channel of a process that keeps connections (specification: Notification channel): what the process itself
 * acknowledges is told at once, what other instances write to the same store within the interval of the tail.
 *
 * Listeners that ask for cursors or for what they missed are told all changes as they are read in the store, without a gap between
 * then and now.
 */
export type Notifications = ChangeFeed & {
  /**
   * Makes ready for a listener, so that it misses nothing between this and its connection.
   *
   * @param caller who it is; asked anew each time, since keys may be forwarded meanwhile
   * @throws Problem `invalid-parameter` (400) for a cursor that is none, `not-found` (404) for a framework that is not there or
   *   may not be read, `store-unavailable` (503)
   */
  admit(subscription: Subscription, caller: () => Caller): Promise<Admission>;
};

export type NotificationsOptions = Pick<SubscriberFilterParts, 'notifyHidden' | 'frameworkMembers' | 'report'> & {
  readonly store: Pick<ObjectStore, 'changes' | 'changesSince'>;
  /** Of the same store. */
  readonly tail: ChangeTail;
  /** UTC milliseconds. */
  readonly now: () => number;
};

/** Objects read to see whether a cursor is one. */
const FEW = 64;

/** A channel without listeners. It asks the store nothing as long as it has none. */
export function createNotifications(options: NotificationsOptions): Notifications {
  const { store, tail, now, report } = options;
  const present = createPresent(tail, now, report);

  async function admitPresent({ hear }: SubscriberFilter): Promise<Admission> {
    const leave = await present.join();
    let ended = leave;
    return {
      connect(sink) {
        const silence = present.add((change) => {
          hear(change.objects, (ids) => sink.send(messageOf(change.kind, ids))).catch(report);
        });
        ended = () => {
          silence();
          leave();
        };
      },
      end: () => ended(),
    };
  }

  function admitFrom(cursor: string, cursors: boolean, { hear }: SubscriberFilter): Admission {
    let ended = false;
    let leave = (): void => {};
    return {
      connect(sink) {
        let reached = cursor;
        const tell = ({ objects, cursor: at }: TailPage): Promise<void> => {
          if (ended) return Promise.reject(new Gone());
          reached = at;
          return hear(objects, (ids) => sink.send(textOf(at, ids)));
        };
        const textOf = (at: string, ids: readonly string[]): string => {
          return cursors ? messageWithCursor(at, ids) : messageOf(ids.length === 1 ? 'single' : 'batch', ids);
        };
        const follow = async (): Promise<void> => {
          leave = await tail.followFrom(cursor, tell, (page) => {
            if (!ended) tell(page).catch(report);
          });
          if (ended) leave();
          else if (cursors) await hear([], async () => {}).then(() => sink.send(messageWithCursor(reached, [])));
        };
        follow().catch((error: unknown) => {
          if (error instanceof Gone) return;
          report(error);
          sink.fail();
        });
      },
      end() {
        ended = true;
        leave();
      },
    };
  }

  return {
    publish: present.publish,
    async admit(subscription, caller) {
      const { since, cursors } = subscription;
      const ear = await openSubscriberFilter({ ...options, subscription, caller });
      if (since === null && !cursors) return admitPresent(ear);
      return admitFrom(await startOf(store, since), cursors, ear);
    },
  };
}

/** The listener left meanwhile. */
class Gone extends Error {}

/**
 * The cursor that a listener goes on from.
 *
 * @throws Problem `invalid-parameter` (400) for a cursor that is none, `store-unavailable` (503)
 */
export async function startOf(store: NotificationsOptions['store'], since: Subscription['since']): Promise<string> {
  if (since === null) return (await store.changes(null, FEW)).next;
  if ('time' in since) return store.changesSince(since.time);
  try {
    await store.changes(since.cursor, FEW);
    return since.cursor;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid-parameter') throw error;
    throw new Problem('invalid-parameter', 'since: is neither a cursor of this service nor a date-time.', {
      where: 'since',
    });
  }
}

/** Tells listeners what is acknowledged now, here and by other instances, each change once. */
function createPresent(tail: ChangeTail, now: () => number, report: (error: unknown) => void) {
  const listeners = new Set<(change: Change) => void>();
  let own = createOwnChanges(now);
  let joined = 0;
  let following: Promise<() => void> | null = null;

  function tell(change: Change): void {
    if (change.objects.length === 0) return;
    for (const listener of listeners) {
      try {
        listener(change);
      } catch (error) {
        report(error);
      }
    }
  }

  function hear({ objects }: TailPage): void {
    for (const object of objects) if (object.own) own.read(object);
    const foreign = [...own.overdue(), ...objects.filter((object) => !object.own)];
    tell({ kind: foreign.length === 1 ? 'single' : 'batch', objects: foreign });
  }

  return {
    async publish({ kind, objects }: Change): Promise<void> {
      if (joined > 0) tell({ kind, objects: own.published(objects) });
    },
    /** Follows the store, for as long as somebody does. */
    async join(): Promise<() => void> {
      joined++;
      if (following !== null) await tail.catchUp(); // the newcomer is told nothing of before
      following ??= tail.follow(hear);
      await following;
      let left = false;
      return () => {
        if (left) return;
        left = true;
        joined--;
        if (joined > 0) return;
        void following?.then((leave) => leave());
        following = null;
        own = createOwnChanges(now);
      };
    },
    add(listener: (change: Change) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
