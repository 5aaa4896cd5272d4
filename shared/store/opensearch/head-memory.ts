import { LRUCache } from 'lru-cache';
import type { Entry, HeadBody } from './documents.ts';

/**
 * Heads that this process has seen lately. What is remembered may be out of date: it serves a write only as the state
 * that compare-and-set then proves. And strong aliases, which never move to another object once it exists.
 */
export type HeadMemory = {
  remember(head: Entry<HeadBody>): void;
  /** The head in the state of that write id, or null when it is not remembered. */
  recall(key: string, writeId: string): Entry<HeadBody> | null;
  /** An alias that an existing object holds strongly. */
  rememberAlias(id: string, key: string): void;
  keyOfAlias(id: string): string | null;
};

/** Characters of text that are kept, and aliases. */
const MAX_SIZE = 32_000_000;
const MAX_ALIASES = 50_000;

export function createHeadMemory(): HeadMemory {
  const heads = new LRUCache<string, Entry<HeadBody>>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ body }) => body.text.length + 1_000,
  });
  const aliases = new LRUCache<string, string>({ max: MAX_ALIASES });
  return {
    remember(head) {
      const known = heads.get(head.body.key);
      if (known === undefined || known.body.generation <= head.body.generation) heads.set(head.body.key, head);
    },
    recall(key, writeId) {
      const head = heads.get(key);
      return head?.body.writeId === writeId ? head : null;
    },
    rememberAlias(id, key) {
      aliases.set(id, key);
    },
    keyOfAlias: (id) => aliases.get(id) ?? null,
  };
}
