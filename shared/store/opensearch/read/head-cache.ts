import { LRUCache } from 'lru-cache';
import { createBoundedCache } from '../../../bounded-cache.ts';
import { type Entry, type HeadBody, idOfName } from '../documents.ts';
import type { Revision } from '../engine/engine.ts';

/**
 * Heads that this process has seen lately. A cached head may be out of date: it serves a read only where the engine says that
 * the document is still in that state, and a write only as the state that compare-and-set then proves, in the index where it
 * was read. Also strong aliases, which lead to one object as long as that object exists.
 */
export type HeadCache = {
  /** {@link idOfName}, cached. */
  idOf(name: string): string;
  /**
   * Does not replace an entry of the same state: this process may know of its own write that all names were given, which the
   * document does not say.
   */
  set(head: Entry<HeadBody>): void;
  /** The head as it was last seen, or null. */
  get(key: string): Entry<HeadBody> | null;
  /** The head in the state of that write id, or null. */
  getState(key: string, writeId: string): Entry<HeadBody> | null;
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

/** In characters of text. */
const MAX_SIZE = 32_000_000;
const MAX_NAMES = 50_000;

/** Longer names are rare, and take too much memory. */
const MAX_NAME_LENGTH = 256;

export function createHeadCache(): HeadCache {
  const heads = new LRUCache<string, Entry<HeadBody>>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ body }) => body.text.length + 1_000,
  });
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
      const isNewer =
        known === undefined ||
        known.revision.index !== head.revision.index ||
        (known.body.generation <= generation && !isSameRevision(known.revision, head.revision));
      if (isNewer) heads.set(key, head);
    },
    get: (key) => heads.get(key) ?? null,
    getState(key, writeId) {
      const head = heads.get(key);
      return head?.body.writeId === writeId ? head : null;
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
