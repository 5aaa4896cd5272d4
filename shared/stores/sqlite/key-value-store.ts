import type { DatabaseSync } from 'node:sqlite';
import {
  type KeyValueStore,
  type ListedKey,
  type ListPage,
  listCursorFault,
} from '../../repository/store/key-value-store.ts';
import type { ObjectStore } from '../../repository/store/object-store.ts';
import type { Writer } from './commit/writer.ts';
import type { Read } from './engine/read.ts';
import { openEntryReader } from './key-value-steps.ts';
import { text } from './rows.ts';

/** Sorts after all characters, so after a prefix with any continuation. */
const LAST_CHARACTER = '\u{10ffff}';

/** {@link KeyValueStore} in the same file as the objects. */
export function openKeyValueStore(db: DatabaseSync, read: Read, writer: Writer, clock: () => number): KeyValueStore {
  const { entry } = openEntryReader(db);
  const list = db.prepare(
    `SELECT key, value, revision FROM key_values
     WHERE key > ? AND key >= ? AND key < ? AND (expires IS NULL OR expires > ?) ORDER BY key LIMIT ?`,
  );

  /** A cursor is the key of the last entry of its page. */
  function listed(prefix: ListedKey, cursor: string | null, limit: number): ListPage {
    if (cursor !== null && !cursor.startsWith(prefix)) throw listCursorFault();
    const rows = list.all(cursor ?? '', prefix, `${prefix}${LAST_CHARACTER}`, clock(), limit + 1);
    const entries = rows.slice(0, limit).map((row) => ({
      key: text(row, 'key') as ListedKey, // begins with the prefix
      value: text(row, 'value'),
      revision: text(row, 'revision'),
    }));
    return { entries, next: rows.length > limit ? (entries.at(-1)?.key ?? null) : null };
  }

  return {
    get: (key) => read(() => entry(key, clock())),
    set: (key, value, { expires = null, expected } = {}) =>
      writer.step('setEntry', { key, value, expires, ...(expected !== undefined && { expected }), now: clock() }),
    increment: (key, expires) => writer.step('incrementEntry', { key, expires, now: clock() }),
    async delete(key, expected) {
      // Most entries to delete are not there, such as those that writes invalidate: a transaction takes longer.
      if ((await read(() => entry(key, clock()))) === null) return false;
      return writer.step('deleteEntry', { key, ...(expected !== undefined && { expected }), now: clock() });
    },
    list: (prefix, cursor, limit) => read(() => listed(prefix, cursor, limit)),
    clear: () => writer.step('clearEntries', null),
  };
}

/** Removes expired entries in several transactions, until none is left or the signal is aborted. */
export function openSweep(writer: Writer, clock: () => number): ObjectStore['tend'] {
  return async (ended) => {
    for (let more = true; more && ended?.aborted !== true; ) more = await writer.step('sweepEntries', { now: clock() });
  };
}
