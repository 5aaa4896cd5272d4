import type { KeyValueEntry, KeyValueStore } from '../../store/key-value-store.ts';

/**
 * The entry under this key; made, with a random value, where there is none. All processes get the same one. Fails as the
 * store does.
 *
 * @param expires UTC milliseconds after which an entry that is made is gone; null: it stays
 */
export async function readOrMake(
  keyValues: KeyValueStore,
  key: string,
  expires: number | null,
): Promise<KeyValueEntry> {
  for (;;) {
    const found = await keyValues.get(key);
    if (found !== null) return found;
    const made = await keyValues.set(key, crypto.randomUUID(), { expected: null, expires });
    if (made !== null) return made;
  }
}
