import type { ChangedState, ProfileEffect } from './profile-effect.ts';

/** Is told what every request writes, before the write and before it is acknowledged. */
export type WriteObserver = {
  /** Begins to gather what one request writes. */
  readonly changes: () => WriteObservation;
};

/** What one request writes. */
export type WriteObservation = {
  /**
   * To be called right before the states that are to be replaced are read: what the observer reads for itself then goes to the store
   * in the same call.
   */
  readonly watch: () => void;
  /**
   * A version that is written, replaced or deleted, or may be; null is nothing. Called before it is known whether the write succeeds.
   *
   * @param effect where it is known
   */
  readonly add: (version: ChangedState | null, effect?: ProfileEffect) => void;
  /** As {@link add}, for a version that is put among others: which versions it supersedes is not known. */
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
  const all = observers.map((observer) => observer.changes());
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
