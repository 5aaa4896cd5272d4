import type { KeyValueStore } from './key-value-store.ts';

/** How far some work has come, for whoever goes on with it, in whatever process. */
export type Bookmark = {
  /** What was left last; null: nothing yet. To be read before anything is written. */
  readonly read: () => Promise<string | null>;
  /** Leaves a text for the next who reads. False when another process has left one meanwhile: nothing was written. */
  readonly write: (text: string) => Promise<boolean>;
};

/** The bookmark of this name, as one piece of work knows it. It fails as the store does. */
export function createBookmark(keyValues: Pick<KeyValueStore, 'get' | 'set'>, name: string): Bookmark {
  let revision: string | null = null;
  return {
    async read() {
      const entry = await keyValues.get(name);
      revision = entry?.revision ?? null;
      return entry?.value ?? null;
    },
    async write(text) {
      const entry = await keyValues.set(name, text, { expected: revision });
      if (entry !== null) revision = entry.revision;
      return entry !== null;
    },
  };
}
