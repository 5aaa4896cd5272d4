import { Problem } from '../errors/problem.ts';

/** A value and the token that stands for its present state. */
export type KeyValueEntry = { readonly value: string; readonly revision: string };

export type SetOptions = {
  /** UTC milliseconds after which the entry is gone; null or absent: it stays. */
  readonly expires?: number | null;
  /** Write only if the entry is in this state: a revision, or null for "there is none". Absent: write in any case. */
  readonly expected?: string | null;
};

/**
 * A key whose entry can be listed. It stands in every store as it is, where others are kept as digests: nothing secret
 * belongs into it. The name of an identity's record is such a key.
 */
export type ListedKey = `${typeof LISTED}${string}`;

/** What the keys of listed entries begin with. */
const LISTED = 'identity/';

/** Whether an entry can be listed. */
export function isListed(key: string): key is ListedKey {
  return key.startsWith(LISTED);
}

/** An entry with its key. */
export type ListedEntry = KeyValueEntry & { readonly key: ListedKey };

/** What is thrown for a cursor that no list gave. */
export function listCursorFault(): Problem {
  return new Problem('invalid-parameter', 'The cursor does not belong to this list: start again without it.', {
    where: 'cursor',
  });
}

/** A part of a list. */
export type ListPage = {
  /** Fewer than were asked for, or none, also where more follow. */
  readonly entries: readonly ListedEntry[];
  /** Cursor of the following page; null when this is the last. It holds for another instance, and after a restart, too. */
  readonly next: string | null;
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

  /**
   * The entries whose keys begin with a prefix, in an order of the store's own: each that was set before the list began and is
   * still there, once, as it is when its page is read. Entries that are new meanwhile may or may not be among them.
   *
   * @param cursor `next` of the page before; null begins
   * @param limit entries per page, 1 to 1,000
   * @throws Problem `invalid-parameter` (400) for a cursor that no list gave
   */
  list(prefix: ListedKey, cursor: string | null, limit: number): Promise<ListPage>;

  /** Removes every entry. */
  clear(): Promise<void>;
}
