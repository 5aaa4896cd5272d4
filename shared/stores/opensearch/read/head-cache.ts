import { LRUCache } from 'lru-cache';
import { createBoundedCache } from '../../../base/concurrency/bounded-cache.ts';
import { type Entry, type HeadBody, idOfName } from '../documents.ts';
import type { Revision } from '../engine/engine.ts';

/**
 * Heads that this process has read or written recently. A cached head may be out of date: a read uses it only if the engine
 * confirms that the document is still in that state, and a write uses it only as the expected state of compare-and-set, in the
 * index where it was read. Also caches strong aliases, which lead to one object as long as that object exists.
 */
export type HeadCache = {
  /** {@link idOfName}, cached. */
  idOf(name: string): string;
  /**
   * Does not replace an entry of the same state: after its own write, this process may know that the object has all its names,
   * which the document does not tell.
   */
  set(head: Entry<HeadBody>): void;
  /** The last known head, or null. */
  get(key: string): Entry<HeadBody> | null;
  /** The head in the state with this write id, or null. */
  getState(key: string, writeId: string): Entry<HeadBody> | null;
  /** The head, if it was current at most {@link RECENT_MS} ago and no other process has written the object recently; else null. */
  getRecent(key: string): Entry<HeadBody> | null;
  /** Records a conflict with another process. For {@link CONTESTED_MS} no state is recent, since the next write may conflict too. */
  markContested(key: string): void;
  /** @param id of the document of an alias that an existing object holds strongly */
  setAlias(id: string, holder: AliasHolder): void;
  getAlias(id: string): AliasHolder | null;
  deleteAlias(id: string): void;
};

/** The object that an alias leads to; `born` distinguishes it from a later object of the same key, created after a purge. */
export type AliasHolder = Pick<HeadBody, 'key' | 'born'>;

/** Whether two reads saw the same write of a document. */
export function isSameRevision(a: Revision, b: Revision): boolean {
  return a.seqNo === b.seqNo && a.primaryTerm === b.primaryTerm && a.index === b.index;
}

/** How long a head is recent: a write on a superseded state takes two more calls than one that first reads the current state. */
const RECENT_MS = 10_000;
const CONTESTED_MS = 60_000;

/** Maximum length of all cached texts, in UTF-16 code units. */
const MAX_UNITS = 32_000_000;

/** Memory per UTF-16 code unit. */
const BYTES_PER_UNIT = 2;
const MAX_NAMES = 50_000;

/** Longer names are not cached: they are rare, and take too much memory. */
const MAX_NAME_LENGTH = 256;

/**
 * @param clock UTC milliseconds
 * @param maxBytes memory for the texts, if less than {@link MAX_UNITS} need
 */
export function createHeadCache(clock: () => number, maxBytes: number = Number.POSITIVE_INFINITY): HeadCache {
  const heads = new LRUCache<string, Entry<HeadBody>>({
    maxSize: Math.floor(Math.min(MAX_UNITS, maxBytes / BYTES_PER_UNIT)),
    sizeCalculation: ({ body }) => body.text.length + 1_000,
  });
  /** When cached heads were last known to be the current ones. */
  const seen = new WeakMap<Entry<HeadBody>, number>();
  /** When other processes wrote the objects with these keys. */
  const contested = createBoundedCache<string, number>(MAX_NAMES);
  const aliases = createBoundedCache<string, AliasHolder>(MAX_NAMES);
  const ids = createBoundedCache<string, string>(MAX_NAMES);
  return {
    idOf(name) {
      const known = ids.get(name);
      if (known !== undefined) return known;
      const id = idOfName(name);
      if (name.length <= MAX_NAME_LENGTH) ids.set(name, id);
      return id;
    },
    set(head) {
      const { key, generation } = head.body;
      const known = heads.get(key);
      if (known !== undefined && isSameRevision(known.revision, head.revision)) {
        seen.set(known, clock());
        return;
      }
      const isNewer =
        known === undefined || known.revision.index !== head.revision.index || known.body.generation <= generation;
      if (!isNewer) return;
      heads.set(key, head);
      seen.set(head, clock());
    },
    get: (key) => heads.get(key) ?? null,
    getState(key, writeId) {
      const head = heads.get(key);
      return head?.body.writeId === writeId ? head : null;
    },
    getRecent(key) {
      const head = heads.get(key);
      if (head === undefined || clock() - (seen.get(head) ?? Number.NEGATIVE_INFINITY) > RECENT_MS) return null;
      return clock() - (contested.get(key) ?? Number.NEGATIVE_INFINITY) > CONTESTED_MS ? head : null;
    },
    markContested(key) {
      contested.set(key, clock());
    },
    setAlias(id, { key, born }) {
      aliases.set(id, { key, born });
    },
    getAlias: (id) => aliases.get(id) ?? null,
    deleteAlias(id) {
      aliases.delete(id);
    },
  };
}
