import type { KeyValueEntry, KeyValueStore } from '../../store/key-value-store.ts';

/**
 * The entry with this key, created with a random value where there is none. All processes get the same one. Fails as the store
 * does.
 *
 * @param expires UTC milliseconds when a created entry expires; null: never
 */
export async function getOrCreate(
  keyValues: KeyValueStore,
  key: string,
  expires: number | null,
): Promise<KeyValueEntry> {
  for (;;) {
    const found = await keyValues.get(key);
    if (found !== null) return found;
    const created = await keyValues.set(key, crypto.randomUUID(), { expected: null, expires });
    if (created !== null) return created;
  }
}
