import { Problem } from '../../base/errors/problem.ts';

/** A value with its revision, an opaque token that changes with every write. */
export type KeyValueEntry = { readonly value: string; readonly revision: string };

export type SetOptions = {
  /** Expiry, UTC milliseconds; null or absent: never. */
  readonly expires?: number | null;
  /** Write only if the entry has this revision, or if there is no entry (null). Absent: unconditionally. */
  readonly expected?: string | null;
};

/**
 * A key that `list` can return. Stores store it unchanged, and may store other keys as digests, so it must not contain secrets. Keys
 * of identity records and of users' sealed keys are listed.
 */
export type ListedKey = `${(typeof LISTED)[number]}${string}`;

/** The prefixes of listed keys. */
const LISTED = ['identity/', 'user-key/'] as const;

/** Whether `list` can return the key. */
export function isListed(key: string): key is ListedKey {
  return LISTED.some((prefix) => key.startsWith(prefix));
}

/** A listed entry. */
export type ListedEntry = KeyValueEntry & { readonly key: ListedKey };

/** The Problem `invalid-parameter` for a cursor that is not one of the list. */
export function listCursorFault(): Problem {
  return new Problem('invalid-parameter', 'The cursor does not belong to this list: start again without it.', {
    where: 'cursor',
  });
}

/** A counter after an increment. */
export type Counter = {
  readonly count: number;
  /** When it expires, UTC milliseconds. */
  readonly expires: number;
};

/** A page of a list. */
export type ListPage = {
  /** May have fewer entries than requested, or none, although more follow. */
  readonly entries: readonly ListedEntry[];
  /** Cursor of the following page; null on the last page. Any instance accepts it, also after a restart. */
  readonly next: string | null;
};

/**
 * Small values under string keys, with expiry and compare-and-set: identities, leases, caches, cursors. Every
 * implementation passes `key-value-store.contract.ts`. Methods fail as the methods of `ObjectStore` do.
 */
export interface KeyValueStore {
  /** Reads an entry; null when there is none or it has expired. */
  get(key: string): Promise<KeyValueEntry | null>;

  /** Writes an entry. Durable when the promise resolves. Returns null, and writes nothing, when `expected` does not match. */
  set(key: string, value: string, options?: SetOptions): Promise<KeyValueEntry | null>;

  /**
   * Adds one to a counter in one atomic step. Where there is no entry, or an expired one, a counter begins at one. A counter is
   * an entry whose value is a decimal number. After a lost answer the step may have been taken.
   *
   * @param expires when a counter that begins now expires, UTC milliseconds; one that exists keeps its time
   */
  increment(key: string, expires: number): Promise<Counter>;

  /** Removes an entry, if it has the `expected` revision (absent: any). Returns whether an entry was removed. */
  delete(key: string, expected?: string): Promise<boolean>;

  /**
   * Pages through the entries whose keys begin with a prefix, in an order that the store chooses. Every entry written before the
   * list began and not removed appears once, in its state when the page is read. Entries added during the list may be missing.
   *
   * @param cursor `next` of the previous page; null for the first page
   * @param limit entries per page, 1 to 1,000
   * @throws Problem `invalid-parameter` (400) for a cursor that is not one of this list
   */
  list(prefix: ListedKey, cursor: string | null, limit: number): Promise<ListPage>;

  /** Removes all entries. */
  clear(): Promise<void>;
}
