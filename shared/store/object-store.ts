import type { AccessFacts } from '../access/access-facts.ts';
import type { KeyId } from '../crypto/key-id.ts';
import type { Alias, ObjectKey } from '../linked-data/identifiers.ts';
import type { SearchDocument } from '../search/document.ts';
import type { QueryNode, SortKey, TypeKeyFilter } from '../search/syntax-tree.ts';

export type { AccessFacts, Alias, ObjectKey };

/** One stored version of an object. */
export type StoredVersion = {
  readonly key: ObjectKey;
  readonly shortId: string;
  /** The `@id` as stored, with its version where it has one. */
  readonly id: string;
  /** 0 to 2^53-1, strictly rising with every write of the object. */
  readonly version: number;
  /** When it was written, UTC milliseconds. */
  readonly time: number;
  /** The object as JSON text: this service's own serialization, sent to readers as it is. */
  readonly text: string;
  readonly access: AccessFacts;
};

/**
 * The newest state of an object. A deleted object keeps its head, as a tombstone: `deleted` is true, and the rest is
 * that of the last version, whose owners still own the id (invariant I6).
 */
export type Head = StoredVersion & {
  readonly deleted: boolean;
  /** Changes with every write and delete: pass it back as `expected` to write only on top of this very state. */
  readonly writeId: string;
};

/**
 * A version in an answer that may hold many: long texts do not come along, so that no answer of a store is larger than a process
 * can hold. {@link ObjectStore.texts} gives them.
 */
export type VersionState = StoredVersion | WithoutText<StoredVersion>;

/** {@link Head}, as a {@link VersionState}. */
export type HeadState = Head | WithoutText<Head>;

type WithoutText<Version extends StoredVersion> = Omit<Version, 'text'> & {
  readonly text: null;
  /** Length of the text, in bytes or UTF-16 units: what holding it takes, roughly. */
  readonly size: number;
};

/** Texts above this length may be left out, and those above this altogether are, in bytes or UTF-16 units. */
export const MAX_INLINE_TEXT = 262_144;
export const MAX_INLINE_TEXTS = 16_777_216;

/** One object to write. */
export type WriteRequest = Omit<StoredVersion, 'key'> & {
  readonly key: ObjectKey;
  /** The short id is always a strong alias and need not be listed. */
  readonly aliases: readonly Alias[];
  /** `writeId` of the head that the rules were checked against; null when there was none. */
  readonly expected: string | null;
  /** Null: the object is large, and the store makes it where nobody waits for that. */
  readonly search: SearchDocument | null;
};

/** What became of one write: exactly one of these, for each request, in order. */
export type WriteOutcome =
  | {
      readonly status: 'stored';
      readonly head: Head;
      /** What search could not take in of the object, in words for its sender; absent when it is found by everything. */
      readonly unsearchable?: string;
    }
  /** The object is not in the expected state any more: nothing was written. `head` is the current one. */
  | { readonly status: 'conflict'; readonly head: HeadState | null }
  /** A strong alias belongs to another object: nothing was written. */
  | { readonly status: 'alias-taken'; readonly alias: string };

/** Delete one object's current version. */
export type RemoveRequest = { readonly key: ObjectKey; readonly expected: string; readonly time: number };

export type RemoveOutcome =
  | { readonly status: 'removed'; readonly head: HeadState }
  | { readonly status: 'conflict'; readonly head: HeadState | null };

/** An object with every name that leads to it or was asked for, besides its short id. */
export type NamedHead = { readonly head: Head; readonly aliases: readonly Alias[] };

/** A part of a scan. */
export type ScanPage = {
  readonly objects: readonly NamedHead[];
  /** Cursor of the following page; null when this is the last. It holds for another instance, and after a restart, too. */
  readonly next: string | null;
};

/** Objects that were written or deleted, each once, as it is now. */
export type ChangePage = {
  readonly objects: readonly {
    readonly head: Head;
    /** This very instance wrote or deleted it last; not another one, nor this one before it was started. */
    readonly own: boolean;
  }[];
  /** Goes on after these, also for another instance and after a restart. */
  readonly next: string;
  /** False: behind these there was nothing when the page was asked for. Where it is true, a page may also be empty. */
  readonly more: boolean;
  /** All that was there when the cursor was taken has been purged since; absent when it has not. */
  readonly purged?: true;
};

/** One version to put in its place among those of its object. */
export type RestoreRequest = Omit<WriteRequest, 'expected'> & {
  /** The object was deleted after this version: where it is the newest, the object is a tombstone. */
  readonly deleted: boolean;
};

/** What became of one version: exactly one of these, for each request, in order. */
export type RestoreOutcome =
  /** It is in history now, and current where no newer version is there. */
  | { readonly status: 'restored' }
  /** This version with this text was there already, in no other state: nothing was written. */
  | { readonly status: 'present' }
  /** Another text has this version: nothing was written. */
  | { readonly status: 'differs' }
  /** A strong alias belongs to another object: nothing was written. */
  | { readonly status: 'alias-taken'; readonly alias: string };

/** On whose behalf a search runs. The store finds only what this caller may read (invariant I9). */
export type SearchCaller = { readonly admin: boolean; readonly keys: readonly KeyId[] };

export type SearchRequest = {
  readonly query: QueryNode;
  readonly types: TypeKeyFilter | null;
  readonly caller: SearchCaller;
  /** Empty: by relevance. Ties are broken by a total order of the store's own. */
  readonly sort: readonly SortKey[];
  /** Results to skip; `offset + limit` is at most 10,000. Ignored with a cursor. */
  readonly offset: number;
  /** Results per page; 0 gives an empty page without `next`. */
  readonly limit: number;
  /** Goes on where the page that carried it as `next` ended. */
  readonly cursor: string | null;
  /** Milliseconds that the search may take. */
  readonly deadline: number;
};

export type SearchPage = {
  readonly hits: readonly HeadState[];
  /**
   * Cursor of the following page; null when this is the last. While others write, an object that matches all the time and whose
   * sort values stay is on exactly one page; one whose sort values change is on any number of them. Without `sort` and words to
   * rank by, the order is that of creation, which never changes. Objects made after the first page may or may not be found.
   */
  readonly next: string | null;
};

/** Whether a store serves. */
export type StoreHealth =
  /** `migrating`: it makes what search knows anew, in a newer form (specification: States and transitions). */
  | { readonly ready: true; readonly migrating?: true }
  /** `detail` says in words what is missing, since `since` (UTC milliseconds). */
  | { readonly ready: false; readonly detail: string; readonly since: number };

/**
 * Where objects live. Every implementation passes `object-store.contract.ts`, whose tests are the invariants I1 to I12.
 *
 * All methods throw Problem `store-unavailable` (503, with `retryAfter`) when the engine is away, slow or refuses, inside
 * a deadline of their own, and work again by themselves when it is back. A write that failed that way may or may not have
 * happened, but never in part.
 */
export interface ObjectStore {
  /** The heads that these names (short ids or aliases) lead to, in the order of the names; null where there is none. */
  heads(names: readonly string[]): Promise<readonly (HeadState | null)[]>;

  /**
   * The texts of versions that this store gave, in their order: those of the first of them, as many as {@link MAX_INLINE_TEXTS}
   * holds, but one at least. Null for a version that was purged since.
   */
  texts(versions: readonly Pick<VersionState, 'key' | 'version'>[]): Promise<readonly (string | null)[]>;

  /** One version of an object, current or superseded, also after its deletion; null when that version never was. */
  version(key: ObjectKey, version: number): Promise<VersionState | null>;

  /** The versions of an object, newest first, at most `limit` of them, also after its deletion. */
  history(key: ObjectKey, limit: number): Promise<readonly VersionState[]>;

  /**
   * Writes objects, each on its own: an outcome per request, in order. Of several requests with one key the last is
   * written last. When the promise resolves, what is `stored` is durable, and visible to every method of every instance.
   * A `version` not above the head's is answered with `conflict`.
   */
  write(requests: readonly WriteRequest[]): Promise<readonly WriteOutcome[]>;

  /** Deletes current versions, each on its own; all versions stay in history. Durable when the promise resolves. */
  remove(requests: readonly RemoveRequest[]): Promise<readonly RemoveOutcome[]>;

  /**
   * Finds current objects.
   *
   * @throws Problem `query-too-broad` (400) when a wildcard, fuzzy term or field pattern stands for too many words,
   *   `search-timeout` (503) past the deadline, `invalid-parameter` (400) for a cursor that this search did not give
   */
  search(request: SearchRequest): Promise<SearchPage>;

  /** As `search`, without any text that would have to be read for this alone. */
  searchStates(request: SearchRequest): Promise<SearchPage>;

  /**
   * Objects one after the other, deleted ones too, in an order of the store's own: every object that was written before the
   * scan began, once, as it is when its page is read. Objects that are new meanwhile may or may not be among them.
   *
   * @param cursor `next` of the page before; null begins
   * @param limit objects per page, 1 to 1,000; fewer where their texts are long
   * @throws Problem `invalid-parameter` (400) for a cursor that no scan gave
   */
  scan(cursor: string | null, limit: number): Promise<ScanPage>;

  /** How many objects there are, deleted ones included. */
  count(): Promise<number>;

  /**
   * What was written or deleted after a cursor, by whichever instance: nothing that was acknowledged after the cursor was
   * taken is missed, and of every object the newest state is the last to come. Each state comes once, but may again after
   * the engine lost a node. After a purge only what was written since then comes.
   *
   * @param cursor `next` of the page before, or what {@link ObjectStore.changesSince} gave; null: an empty page, whose `next` is
   *   the cursor of this moment
   * @param limit objects per page, 64 to 1,000
   * @throws Problem `invalid-parameter` (400) for anything else
   */
  changes(cursor: string | null, limit: number): Promise<ChangePage>;

  /** A cursor for {@link ObjectStore.changes} after which comes all that was written since a time, UTC milliseconds, and perhaps more. */
  changesSince(time: number): Promise<string>;

  /**
   * Moves versions in, with their history (invariant I5): each takes its place among the versions of its object, in whatever
   * order they come. Idempotent: what is there already stays as it is. A version above the current one becomes current
   * and is found by search; one that is current and comes with `deleted` is deleted. Durable and visible as after `write`.
   */
  restore(requests: readonly RestoreRequest[]): Promise<readonly RestoreOutcome[]>;

  /**
   * Makes everything that search knows anew from the current objects, while serving: searches find everything meanwhile,
   * also what is written meanwhile.
   *
   * @param progress is told how many objects are done, deleted ones included
   * @returns the number of objects
   */
  rebuild(progress?: (done: number) => void): Promise<number>;

  /** Removes every object with its history and its names, for good: the store is as new, for every instance. */
  purge(): Promise<void>;

  /**
   * Upkeep: finishes what killed processes left half done, and removes what nobody can see any more, such as entries of the
   * key-value store whose time is over. Nothing that a caller is answered depends on it but what was left half done. For a
   * schedule: once a minute by some instance.
   *
   * @param ended when aborted, what takes long is not waited for: it goes on behind, or at the next call
   */
  tend(ended?: AbortSignal): Promise<void>;

  /** Whether the store can serve now. */
  health(): Promise<StoreHealth>;

  /** Finishes what is under way and lets go of files, threads and sockets. */
  close(): Promise<void>;
}
