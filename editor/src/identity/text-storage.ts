/** Keeps texts in the browser: a port, so that private windows and tests have it too. */
export type TextStorage = {
  readonly get: (key: string) => Promise<string | null>;
  readonly set: (key: string, text: string) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
  readonly keys: () => Promise<readonly string[]>;
  /** Removes everything. Durable storage ignores later writes: the page is about to be closed, and may still be saving. */
  readonly clear: () => Promise<void>;
  /** False: what is kept is lost when the page is closed. */
  readonly durable: boolean;
};

/** Keeps texts in memory until the page is closed. */
export function createMemoryStorage(): TextStorage {
  const texts = new Map<string, string>();
  return {
    durable: false,
    get: async (key) => texts.get(key) ?? null,
    async set(key, text) {
      texts.set(key, text);
    },
    async remove(key) {
      texts.delete(key);
    },
    keys: async () => [...texts.keys()],
    async clear() {
      texts.clear();
    },
  };
}
