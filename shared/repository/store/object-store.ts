import type { KeyId } from '../../base/crypto/public-key.ts';
import type { AccessFacts } from '../access/permissions.ts';
import type { ObjectKey } from '../linked-data/identifiers.ts';
import type { Alias } from '../linked-data/names.ts';
import type { SearchDocument } from '../search/document.ts';
import type { QueryNode, SortKey, TypeKeyFilter } from '../search/syntax-tree.ts';

export type { AccessFacts, Alias, ObjectKey };

/** One stored version of an object. */
export type StoredVersion = {
  readonly key: ObjectKey;
  readonly shortId: string;
  /** The `@id` as stored, with its version where it has one. */
  readonly id: string;
  /** 0 to 2^53-1; every write of the object increases it. */
  readonly version: number;
  /** Time of the write, UTC milliseconds. */
  readonly time: number;
  /** The object as JSON, serialized by this service and sent to readers unchanged. */
  readonly text: string;
  readonly access: AccessFacts;
  /**
   * `digestOf` the text, if it replaced another text of this version ({@link RestoreRequest}): readers may have that one under the same
   * number. Absent otherwise.
   */
  readonly digest?: string;
};

/**
 * The current state of an object. A deleted object keeps its head as a tombstone: `deleted` is true and the other members are
 * those of the last version, whose owners still own the id (invariant I6).
 */
export type Head = StoredVersion & {
  readonly deleted: boolean;
  /** Changes with every write and delete. Passed as `expected`, it makes a write conditional on this state. */
  readonly writeId: string;
};

/**
 * A version in a result that may have many. Long texts are omitted, so that a result fits into memory;
 * {@link ObjectStore.texts} reads them.
 */
export type VersionState = StoredVersion | WithoutText<StoredVersion>;

/** {@link Head}, as a {@link VersionState}. */
export type HeadState = Head | WithoutText<Head>;

type WithoutText<Version extends StoredVersion> = Omit<Version, 'text'> & {
  readonly text: null;
  /** Approximate length of the text, in bytes or UTF-16 code units. */
  readonly size: number;
};

/** Memory that a state takes in addition to its text. */
export const STATE_BYTES = 1_024;

/** Length of its text, in UTF-16 code units; approximate where the text is omitted. */
export function sizeOf(state: VersionState): number {
  return state.text === null ? state.size : state.text.length;
}

/** Longer texts may be omitted from a {@link VersionState}; in bytes or UTF-16 code units. */
export const MAX_INLINE_TEXT = 65_536;

/** Limit for all texts in one result: little enough that the memory budget need not know of it before it is read. */
export const MAX_INLINE_TEXTS = 1_048_576;

/** One object to write. */
export type WriteRequest = Omit<StoredVersion, 'key' | 'digest'> & {
  readonly key: ObjectKey;
  /** See {@link VersionTrail}. */
  readonly written?: string;
  /** Without the short id, which is always a strong alias. */
  readonly aliases: readonly Alias[];
  /** `writeId` of the head that the write was authorized against; null when there was none. */
  readonly expected: string | null;
  /** Null for large objects: the store creates theirs itself, off the event loop. */
  readonly search: SearchDocument | null;
};

/** The outcome of one write. */
export type WriteOutcome =
  | {
      readonly status: 'stored';
      readonly head: Head;
      /** A message for the sender about parts of the object that search cannot find; absent if it finds all. */
      readonly unsearchable?: string;
    }
  /** The object is not in the expected state: nothing was written, and no alias was given to it. */
  | { readonly status: 'conflict' }
  /** A strong alias belongs to another object: nothing was written. */
  | { readonly status: 'alias-taken'; readonly alias: string };

/** Delete one object's current version. */
export type RemoveRequest = {
  readonly key: ObjectKey;
  readonly expected: string;
  readonly time: number;
  /** See {@link VersionTrail}. */
  readonly removed?: string;
};

export type RemoveOutcome = { readonly status: 'removed'; readonly head: HeadState } | { readonly status: 'conflict' };

/** An object with its aliases, and possibly with requested ones that belong to another object. The short id is not listed. */
export type NamedHead = { readonly head: Head; readonly aliases: readonly Alias[] };

/** A page of a scan. */
export type ScanPage = {
  readonly objects: readonly NamedHead[];
  /** Cursor of the following page; null on the last page. Any instance accepts it, also after a restart. */
  readonly next: string | null;
};

/** A page of changed objects, each once and in its current state. */
export type ChangePage = {
  readonly objects: readonly (NamedHead & {
    /** Whether the last write or delete was made through this instance of the store. */
    readonly own: boolean;
    /** Time of the last write, delete or restore in this store, UTC milliseconds; the time of a restored version may be earlier. */
    readonly changed: number;
  })[];
  /** Cursor of the following page. Any instance accepts it, also after a restart. */
  readonly next: string;
  /** False when there were no further changes. A page may be empty although it is true. */
  readonly more: boolean;
  /** The store has been purged since the cursor was issued; absent when it has not. */
  readonly purged?: true;
};

/** One version to insert into the history of its object. */
export type RestoreRequest = Omit<WriteRequest, 'expected'> & {
  /** Whether the object was deleted after this version. If this is the newest one, the object becomes a tombstone. */
  readonly deleted: boolean;
  /** See {@link VersionTrail}. */
  readonly removed?: string;
  /** Of two texts of this version, the one that `isPreferred` chooses stays. Absent: the stored text stays. */
  readonly resolve?: true;
};

/**
 * The recorded origin of a version: texts that the store keeps with the version and does not interpret. Absent when the
 * request had none.
 */
export type VersionTrail = {
  readonly version: number;
  /** Time of the write, UTC milliseconds. */
  readonly time: number;
  /** From the request that wrote or restored the version. */
  readonly written?: string;
  /** From the request that deleted the object while this version was the current one. */
  readonly removed?: string;
};

/** The outcome of one restore. */
export type RestoreOutcome =
  /** The version is in history now; it is current if there is no newer one. */
  | { readonly status: 'restored' }
  /** The version was there with this text and state: nothing was written. */
  | { readonly status: 'present' }
  /** The version was there with another text, which stays: nothing was written. */
  | { readonly status: 'differs' }
  /** A strong alias belongs to another object: nothing was written. */
  | { readonly status: 'alias-taken'; readonly alias: string };

/** The caller of a search, which finds only what this caller may read (invariant I9). */
export type SearchCaller = { readonly admin: boolean; readonly keys: readonly KeyId[] };

export type SearchRequest = {
  readonly query: QueryNode;
  readonly types: TypeKeyFilter | null;
  readonly caller: SearchCaller;
  /** Empty: by relevance. Ties are broken by a total order that the store chooses. */
  readonly sort: readonly SortKey[];
  /** Results to skip; `offset + limit` is at most 10,000. Ignored with a cursor. */
  readonly offset: number;
  /**
   * Orders by similarity, the most similar first, and finds only objects that have a vector of this model, see {@link VectorIndex}. `sort`
   * is empty then, `cursor` and the page's `next` are null, and `offset + limit` is at most 10,000.
   */
  readonly nearest?: { readonly model: string; readonly vector: Float32Array };
  /** Results per page; 0 gives an empty page without `next`. */
  readonly limit: number;
  /** `next` of the previous page; null for the first page. */
  readonly cursor: string | null;
  /** Counts the results of all pages up to this number, with the first page; absent: does not. */
  readonly countTo?: number;
  readonly timeoutMs: number;
};

export type SearchPage = {
  readonly hits: readonly HeadState[];
  /** Results on all pages, at most `countTo`; approximate under concurrent writes. With `countTo` on the first page. */
  readonly total?: number;
  /** With `nearest`: the cosine similarity of each hit, at most 1, to about two digits. */
  readonly similarities?: readonly number[];
  /**
   * Cursor of the following page; null on the last page. Under concurrent writes, an object that matches throughout and whose sort
   * values do not change is on exactly one page; one whose sort values change may be on none or several. Without `sort` and without
   * words to rank by, the order is that of creation, which never changes. Objects created after the first page may be missing.
   */
  readonly next: string | null;
};

/** The vector of an object in one state. */
export type VectorUpdate = {
  readonly key: ObjectKey;
  /** Of the state whose text the vector stands for. */
  readonly writeId: string;
  /** Of length 1; null: the object has none. */
  readonly vector: Float32Array | null;
};

/**
 * Vectors of objects, by which {@link ObjectStore.search} orders with `nearest`. They may be older than the objects: an object that has
 * changed keeps its vector until it gets another one. Deleted objects are not found by theirs.
 */
export interface VectorIndex {
  /**
   * Saves the vectors of objects that are still in the given state; the others will be in the changes again. An object has at most one
   * vector. One of another length than that of a search is not found by it.
   */
  save(model: string, updates: readonly VectorUpdate[]): Promise<void>;

  /** Reads the vectors of objects, to about two digits, in the order of the keys; null for objects that have none of this model. */
  read(model: string, keys: readonly ObjectKey[]): Promise<readonly (Float32Array | null)[]>;

  /** Removes the vectors of all other models. */
  forgetOthers(model: string): Promise<void>;
}

/** Whether a store is ready. */
export type StoreHealth =
  /** `migrating`: the search index is being rebuilt in a newer layout (specification: States and transitions). */
  | { readonly ready: true; readonly migrating?: true }
  /** `detail` is a sentence about the cause; `since` is in UTC milliseconds. */
  | { readonly ready: false; readonly detail: string; readonly since: number };

/**
 * Storage of objects with their history, aliases and search index. Every implementation passes `object-store.contract.ts`, which
 * tests the invariants I1 to I12.
 *
 * All methods throw Problem `store-unavailable` (503, with `retryAfter`) when the engine is unreachable, fails or exceeds their
 * timeout. They recover without a restart. A write that failed this way was applied completely or not at all.
 */
export interface ObjectStore {
  /** Reads the heads of objects by short id or alias, in the order of the names; null for unknown names. */
  heads(names: readonly string[]): Promise<readonly (HeadState | null)[]>;

  /**
   * As `heads`, without a call to the engine, as this process has seen them in the last seconds; null unless it has seen those of all
   * names (an empty one names nothing). They may be out of date: permission to write may be decided on them, since a write that expects
   * a superseded state is a `conflict`; a refusal may not, nor an answer to a reader.
   */
  recentHeads(names: readonly string[]): Promise<readonly (HeadState | null)[] | null>;

  /**
   * Reads the texts of versions, in order. Returns at least one, and only as many of the first ones as fit into
   * {@link MAX_INLINE_TEXTS}; the caller requests the others again. Null for a version that has been purged.
   */
  texts(versions: readonly Pick<VersionState, 'key' | 'version'>[]): Promise<readonly (string | null)[]>;

  /** Reads one version, current or superseded, also of a deleted object; null when it never existed. */
  version(key: ObjectKey, version: number): Promise<VersionState | null>;

  /** Reads up to `limit` versions, newest first, also of a deleted object. */
  history(key: ObjectKey, limit: number): Promise<readonly VersionState[]>;

  /** Reads the trails of up to `limit` versions, newest first, also of a deleted object. Each is committed with its write or delete. */
  trail(key: ObjectKey, limit: number): Promise<readonly VersionTrail[]>;

  /**
   * Writes objects independently of each other. Requests with the same key are applied in order. When the promise resolves, what
   * was `stored` is durable, and visible to every method of every instance. A `version` that is not above the one of the head is a
   * `conflict`.
   *
   * @param searchable `later`: searches need not see what was stored before {@link ObjectStore.makeSearchable} resolves. For the parts
   *   of a batch that is acknowledged as a whole: making many objects searchable at once can cost as much as making one
   * @returns one outcome per request, in order
   */
  write(requests: readonly WriteRequest[], searchable?: 'later'): Promise<readonly WriteOutcome[]>;

  /** When the promise resolves, searches of every instance see all that this instance had stored `later` before the call. */
  makeSearchable(): Promise<void>;

  /** Deletes objects independently of each other; their versions stay in history. Durable when the promise resolves. */
  remove(requests: readonly RemoveRequest[]): Promise<readonly RemoveOutcome[]>;

  /**
   * Finds current objects.
   *
   * @throws Problem `query-too-broad` (400) when a wildcard, fuzzy term or field pattern expands to too many terms,
   *   `search-timeout` (503) after `timeoutMs`, `invalid-parameter` (400) for a cursor of another search, `model-unavailable` (503)
   *   for `nearest` if the engine has no vectors
   */
  search(request: SearchRequest): Promise<SearchPage>;

  /** Null: the engine has no vectors, and searches have no `nearest`. */
  readonly vectors: VectorIndex | null;

  /** As `search`, without reading the texts of the hits: `text` may be null. */
  searchStates(request: SearchRequest): Promise<SearchPage>;

  /**
   * Pages through all objects, including deleted ones, in an order that the store chooses. Every object written before the scan
   * began appears once, in its state when the page is read. Objects written for the first time during the scan may be missing.
   *
   * @param cursor `next` of the previous page; null for the first page
   * @param limit objects per page, 1 to 1,000; fewer when their texts are long
   * @throws Problem `invalid-parameter` (400) for a cursor that is not one of a scan
   */
  scan(cursor: string | null, limit: number): Promise<ScanPage>;

  /** Counts the objects, including deleted ones. */
  count(): Promise<number>;

  /**
   * Pages through the objects of which any instance wrote, deleted or restored versions after a cursor. No change that was
   * acknowledged after the cursor was issued is missed, and the last state reported of an object is its newest one. A state is reported
   * once, or again after the engine lost a node. After a purge, only later changes are reported.
   *
   * @param cursor `next` of the previous page, or a result of {@link ObjectStore.changesSince}; null returns an empty page, whose
   *   `next` is a cursor of the present
   * @param limit objects per page, 64 to 1,000
   * @throws Problem `invalid-parameter` (400) for any other cursor
   */
  changes(cursor: string | null, limit: number): Promise<ChangePage>;

  /**
   * Returns a cursor for {@link ObjectStore.changes} that is followed by all changes since a time, and possibly by earlier ones.
   *
   * @param time UTC milliseconds
   */
  changesSince(time: number): Promise<string>;

  /** Reads {@link ChangePage} `changed` of objects, in the order of the keys; null for unknown ones. */
  changeTimes(keys: readonly ObjectKey[]): Promise<readonly (number | null)[]>;

  /**
   * Inserts versions into the history of their objects, in any order (invariant I5). Idempotent: existing versions are not
   * changed, but for `resolve`. A version above the current one becomes current and is found by search; a current version restored
   * with `deleted` is deleted. Durable and visible as after `write`.
   *
   * @returns one outcome per request, in order
   */
  restore(requests: readonly RestoreRequest[]): Promise<readonly RestoreOutcome[]>;

  /**
   * Rebuilds the search index from the current objects. Reads, writes and searches work as usual during the rebuild.
   *
   * @param progress receives the number of objects processed, including deleted ones
   * @returns the number of objects processed
   */
  rebuild(progress?: (done: number) => void): Promise<number>;

  /** Permanently removes all objects with their history and aliases, for every instance. */
  purge(): Promise<void>;

  /**
   * Maintenance, to be run once a minute by one of the instances: finishes what killed processes left incomplete, and removes what
   * can no longer be seen, such as expired entries of the key-value store.
   *
   * @param ended when aborted, returns without waiting for long work, which continues in the background or at the next call
   */
  tend(ended?: AbortSignal): Promise<void>;

  /** Checks whether the store is ready. */
  health(): Promise<StoreHealth>;

  /** Finishes running operations and releases files, threads and sockets. */
  close(): Promise<void>;
}
