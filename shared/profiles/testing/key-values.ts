import { isListed, type KeyValueEntry, type KeyValueStore } from '../../repository/store/key-value-store.ts';

/** A key-value store in memory that records its calls. */
export function memoryKeyValues(now: () => number) {
  const entries = new Map<string, KeyValueEntry & { readonly expires: number | null }>();
  const calls: string[] = [];
  let revisions = 0;
  const current = (key: string): KeyValueEntry | null => {
    const entry = entries.get(key);
    return entry === undefined || (entry.expires !== null && entry.expires <= now()) ? null : entry;
  };
  const keyValues: KeyValueStore = {
    async get(key) {
      calls.push(`get ${key}`);
      return current(key);
    },
    async set(key, value, { expires = null, expected } = {}) {
      calls.push(`set ${key}`);
      if (expected !== undefined && (current(key)?.revision ?? null) !== expected) return null;
      revisions += 1;
      const entry = { value, revision: String(revisions), expires };
      entries.set(key, entry);
      return entry;
    },
    async increment(key, expires) {
      const previous = entries.get(key);
      const isLive = current(key) !== null;
      const end = isLive ? (previous?.expires ?? expires) : expires;
      const count = isLive ? Number(previous?.value) + 1 : 1;
      revisions += 1;
      entries.set(key, { value: String(count), revision: String(revisions), expires: end });
      return { count, expires: end };
    },
    async delete(key) {
      calls.push(`delete ${key}`);
      return entries.delete(key);
    },
    async list(prefix, cursor, limit) {
      const keys = [...entries.keys()].filter(isListed).filter((key) => key.startsWith(prefix) && key > (cursor ?? ''));
      const page = keys.sort().slice(0, limit);
      const found = page.flatMap((key) => {
        const entry = current(key);
        return entry === null ? [] : [{ key, value: entry.value, revision: entry.revision }];
      });
      return { entries: found, next: keys.length > limit ? (page.at(-1) ?? null) : null };
    },
    async clear() {
      entries.clear();
    },
  };
  return { keyValues, entries, calls };
}
