import type { KeyValueStore } from '../key-value-store.ts';
import type { ObjectStore, WriteRequest } from '../object-store.ts';

/** A store under test, empty at first, and what can be done to it from outside. */
export type ObjectStoreHarness = {
  /** The instance that was opened first, or by `empty`. */
  readonly store: ObjectStore;
  /** Removes all objects and every trace of them, and leaves one instance open: what opening a new store takes is saved. */
  empty(): Promise<void>;
  /** One more instance over the same data, as another process would have; closed with the harness. */
  another(): Promise<ObjectStore>;
  /** Ends all instances in an orderly way and starts one again. */
  reopen(): Promise<ObjectStore>;
  /** Ends everything and removes the data. */
  close(): Promise<void>;
  /**
   * Writes versions 1, 2, 3 … of several objects, as fast as it can and with search documents made by `makeWrite`, and is
   * killed without warning meanwhile. Returns the writes acknowledged before, all requested writes, and a store
   * started again.
   */
  crash?(): Promise<{
    readonly store: ObjectStore;
    readonly acknowledged: readonly WriteRequest[];
    readonly asked: readonly WriteRequest[];
  }>;
  /** Stops the engine, so that no write can succeed, and returns a function that starts it again. */
  breakEngine?(): Promise<() => Promise<void>>;
  /** Removes existing objects from the search index, as a fault of the engine would. */
  damageSearch?(): Promise<void>;
};

export type KeyValueStoreHarness = {
  readonly store: KeyValueStore;
  /** As for objects; the clock is that of the machine again. */
  empty(): Promise<void>;
  another(): Promise<KeyValueStore>;
  reopen(): Promise<KeyValueStore>;
  close(): Promise<void>;
  /** Moves the clock of all instances forward. */
  advance(milliseconds: number): void;
};
