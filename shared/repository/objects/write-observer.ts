import type { Forwarding } from '../access/forwarding.ts';
import type { Rekey } from '../access/rekey-request.ts';
import type { HeadState } from '../store/object-store.ts';
import type { ChangedObject, ChangeFeed } from './change-feed.ts';
import type { ChangedState, ProfileEffect } from './profile-effect.ts';

/** Observes what every request writes: before the write, and before it is acknowledged. */
export type WriteObserver = {
  /** Begins to observe the writes of one request. */
  readonly observe: () => WriteObservation;
};

/** The writes of one request. */
export type WriteObservation = {
  /**
   * Call it right before the replaced states are read, if they are read at all, so that the observer's own reads go to
   * the store in the same call.
   */
  readonly watch: () => void;
  /**
   * A version that is, or may be, written, replaced or deleted; null: none. Called before it is known whether the write succeeds.
   *
   * @param effect absent where it is not known
   */
  readonly add: (version: ChangedState | null, effect?: ProfileEffect) => void;
  /** As {@link add}, for a version that is inserted into a history: it is not known which versions it supersedes. */
  readonly addAmongOthers: (version: ChangedState, effect?: ProfileEffect) => void;
  /**
   * To be awaited before the write of what was added since the last call, so that a process that is killed right after the write
   * leaves nothing stale behind.
   *
   * @throws Problem `store-unavailable` (503): the write must not be begun then
   */
  readonly begin: () => Promise<void>;
  /**
   * To be awaited after the write, also after a failed one, and before it is acknowledged.
   *
   * @throws Problem `store-unavailable` (503): the write is done then, but must not be acknowledged
   */
  readonly end: () => Promise<void>;
};

/** One observation by all observers. */
export function observe(observers: readonly WriteObserver[]): WriteObservation {
  const all = observers.map((observer) => observer.observe());
  return {
    watch() {
      for (const one of all) one.watch();
    },
    add(version, effect) {
      for (const one of all) one.add(version, effect);
    },
    addAmongOthers(version, effect) {
      for (const one of all) one.addAmongOthers(version, effect);
    },
    async begin() {
      await Promise.all(all.map((one) => one.begin()));
    },
    async end() {
      await Promise.all(all.map((one) => one.end()));
    },
  };
}

/** The writes of a request, as observers receive them. */
export type Writes = Omit<WriteObservation, 'end'> & {
  /**
   * Reports the new state of an object.
   *
   * @param position orders the objects in the change that is published
   * @param rekey the object's contents as a RekeyRequest; null when it is not one, or is deleted
   */
  readonly done: (position: number, head: HeadState, rekey: Rekey | null, changed: ChangedObject) => void;
};

/** All that depend on writes. */
type WriteDependents = {
  readonly observers: readonly WriteObserver[];
  readonly forwarding: Forwarding;
  readonly changes: ChangeFeed;
};

/**
 * Runs the writes of one request, and informs all that depend on them: observers before and after, key forwarding at once, and the
 * change feed at the end; also when the request fails halfway, before it is answered.
 *
 * @param kind how the change is published: as one save or delete, or as a batch
 */
export async function withObservers<T>(
  { observers, forwarding, changes }: WriteDependents,
  kind: 'single' | 'batch',
  work: (writes: Writes) => Promise<T>,
): Promise<T> {
  const { end, ...observation } = observe(observers);
  const changed: ChangedObject[] = [];
  try {
    return await work({
      ...observation,
      done(position, head, rekey, object) {
        forwarding.follow(head, rekey);
        changed[position] = object;
      },
    });
  } finally {
    const objects = changed.filter((object) => object !== undefined); // positions may be left out
    try {
      await end();
    } finally {
      if (objects.length > 0) await changes.publish({ kind, objects });
    }
  }
}
