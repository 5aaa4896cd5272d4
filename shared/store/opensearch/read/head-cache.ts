import { LRUCache } from 'lru-cache';
import { type Entry, type HeadBody, idOfName } from '../documents.ts';
import type { Place } from '../engine/engine.ts';

/**
 * Heads that this process has seen lately. What is remembered may be out of date: it serves a read only where the engine
 * says that the document is in that very state, and a write only as the state that compare-and-set then proves, in the
 * index where it was read. And strong aliases, which lead to one object for as long as that is there.
 */
export type HeadMemory = {
  /** {@link idOfName}, of which each name costs a digest once. */
  idOf(name: string): string;
  /**
   * A state that is remembered already stays as it is: this process may know of its own write that all names were given,
   * which the document does not say.
   */
  remember(head: Entry<HeadBody>): void;
  /** The head as it was last seen, or null when it is not remembered. */
  last(key: string): Entry<HeadBody> | null;
  /** The head in the state of that write id, or null when it is not remembered. */
  recall(key: string, writeId: string): Entry<HeadBody> | null;
  /** An alias, by the id of its document, that an existing object holds strongly. */
  rememberAlias(id: string, holder: AliasHolder): void;
  holderOf(id: string): AliasHolder | null;
  forgetAlias(id: string): void;
};

/** The object that an alias leads to: `born` tells it from another of the same key, made after it was purged. */
export type AliasHolder = Pick<HeadBody, 'key' | 'born'>;

/** Whether two reads saw the same write of a document. */
export function isSamePlace(a: Place, b: Place): boolean {
  return a.seqNo === b.seqNo && a.primaryTerm === b.primaryTerm && a.index === b.index;
}

/** Characters of text that are kept, and names. */
const MAX_SIZE = 32_000_000;
const MAX_NAMES = 50_000;

/** Longer names are seldom, and would take too much room. */
const LONGEST_NAME = 256;

export function createHeadMemory(): HeadMemory {
  const heads = new LRUCache<string, Entry<HeadBody>>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ body }) => body.text.length + 1_000,
  });
  const aliases = new LRUCache<string, AliasHolder>({ max: MAX_NAMES });
  const ids = new LRUCache<string, string>({ max: MAX_NAMES });
  return {
    idOf(name) {
      const known = ids.get(name);
      if (known !== undefined) return known;
      const id = idOfName(name);
      if (name.length <= LONGEST_NAME) ids.set(name, id);
      return id;
    },
    remember(head) {
      const { key, generation } = head.body;
      const known = heads.get(key);
      const isNews =
        known === undefined ||
        known.place.index !== head.place.index ||
        (known.body.generation <= generation && !isSamePlace(known.place, head.place));
      if (isNews) heads.set(key, head);
    },
    last: (key) => heads.get(key) ?? null,
    recall(key, writeId) {
      const head = heads.get(key);
      return head?.body.writeId === writeId ? head : null;
    },
    rememberAlias(id, { key, born }) {
      aliases.set(id, { key, born });
    },
    holderOf: (id) => aliases.get(id) ?? null,
    forgetAlias(id) {
      aliases.delete(id);
    },
  };
}
