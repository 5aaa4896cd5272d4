/** A value and the token that stands for its present state. */
export type KeyValueEntry = { readonly value: string; readonly revision: string };

export type SetOptions = {
  /** UTC milliseconds after which the entry is gone; null or absent: it stays. */
  readonly expires?: number | null;
  /** Write only if the entry is in this state: a revision, or null for "there is none". Absent: write in any case. */
  readonly expected?: string | null;
};

/**
 * Small values under string keys, with an expiry and compare-and-set: identities, sessions, leases, caches, rate windows.
 * Every implementation passes `key-value-store.contract.ts`. Fails as `ObjectStore` does.
 */
export interface KeyValueStore {
  /** The entry, or null when there is none or its time is over: an expired entry is never seen again. */
  get(key: string): Promise<KeyValueEntry | null>;

  /** Stores a value. Durable when resolved. Null when `expected` does not hold: nothing was written. */
  set(key: string, value: string, options?: SetOptions): Promise<KeyValueEntry | null>;

  /** Removes the entry if it is in the `expected` state (or in any, when absent); false when there was nothing to remove. */
  delete(key: string, expected?: string): Promise<boolean>;

  /** Removes every entry. */
  clear(): Promise<void>;
}
