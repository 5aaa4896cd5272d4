import type { KeyValueStore } from './key-value-store.ts';

/** A saved position of work that several processes continue in turn. */
export type Bookmark = {
  /** Reads the saved position; null at first. Call it before `write`. */
  readonly read: () => Promise<string | null>;
  /** Saves a position. Returns false, and writes nothing, when another process has saved one since `read`. */
  readonly write: (position: string) => Promise<boolean>;
};

/** Opens the bookmark with this name. Its methods throw what the store throws. */
export function createBookmark(keyValues: Pick<KeyValueStore, 'get' | 'set'>, name: string): Bookmark {
  let revision: string | null = null;
  return {
    async read() {
      const entry = await keyValues.get(name);
      revision = entry?.revision ?? null;
      return entry?.value ?? null;
    },
    async write(position) {
      const entry = await keyValues.set(name, position, { expected: revision });
      if (entry !== null) revision = entry.revision;
      return entry !== null;
    },
  };
}
