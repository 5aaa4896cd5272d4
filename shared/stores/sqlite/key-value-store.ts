import type { DatabaseSync } from 'node:sqlite';
import {
  type KeyValueEntry,
  type KeyValueStore,
  type ListedKey,
  type ListPage,
  listCursorFault,
} from '../../repository/store/key-value-store.ts';
import type { ObjectStore } from '../../repository/store/object-store.ts';
import type { Writer } from './commit/writer.ts';
import { number, type Row, text } from './rows.ts';

/** Expired entries removed per transaction. */
const SWEEP_SIZE = 500;

/** Sorts after all characters, so after a prefix with any continuation. */
const LAST_CHARACTER = '\u{10ffff}';

/** {@link KeyValueStore} in the same file as the objects. */
export function openKeyValueStore(db: DatabaseSync, writer: Writer, clock: () => number): KeyValueStore {
  const statements = {
    get: db.prepare('SELECT value, revision, expires FROM key_values WHERE key = ?'),
    set: db.prepare(
      `INSERT INTO key_values (key, value, revision, expires) VALUES (?, ?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value, revision = excluded.revision, expires = excluded.expires`,
    ),
    delete: db.prepare('DELETE FROM key_values WHERE key = ?'),
    list: db.prepare(
      `SELECT key, value, revision FROM key_values
       WHERE key > ? AND key >= ? AND key < ? AND (expires IS NULL OR expires > ?) ORDER BY key LIMIT ?`,
    ),
    clear: db.prepare('DELETE FROM key_values'),
  };

  function liveRow(key: string): Row | null {
    const row = statements.get.get(key) ?? null;
    return row === null || (row.expires !== null && number(row, 'expires') <= clock()) ? null : row;
  }

  function current(key: string): KeyValueEntry | null {
    const row = liveRow(key);
    return row && { value: text(row, 'value'), revision: text(row, 'revision') };
  }

  /** A cursor is the key of the last entry of its page. */
  function listed(prefix: ListedKey, cursor: string | null, limit: number): ListPage {
    if (cursor !== null && !cursor.startsWith(prefix)) throw listCursorFault();
    const rows = statements.list.all(cursor ?? '', prefix, `${prefix}${LAST_CHARACTER}`, clock(), limit + 1);
    const entries = rows.slice(0, limit).map((row) => ({
      key: text(row, 'key') as ListedKey, // begins with the prefix
      value: text(row, 'value'),
      revision: text(row, 'revision'),
    }));
    return { entries, next: rows.length > limit ? (entries.at(-1)?.key ?? null) : null };
  }

  async function inTransaction<T>(step: () => T): Promise<T> {
    const [result] = await writer.run([step]);
    return result as T; // one result per step
  }

  return {
    get: (key) => writer.read(() => current(key)),
    set(key, value, { expires = null, expected } = {}) {
      return inTransaction(() => {
        if (expected !== undefined && (current(key)?.revision ?? null) !== expected) return null;
        const revision = crypto.randomUUID();
        statements.set.run(key, value, revision, expires === null ? null : Math.ceil(expires));
        return { value, revision };
      });
    },
    increment(key, expires) {
      return inTransaction(() => {
        const row = liveRow(key);
        const count = row === null ? 1 : Number(text(row, 'value')) + 1;
        const end = row === null ? Math.ceil(expires) : number(row, 'expires');
        statements.set.run(key, String(count), crypto.randomUUID(), end);
        return { count, expires: end };
      });
    },
    async delete(key, expected) {
      // Most entries to delete are not there, such as those that writes invalidate: a transaction takes longer.
      if ((await writer.read(() => current(key))) === null) return false;
      return inTransaction(() => {
        const entry = current(key);
        if (entry === null || (expected !== undefined && entry.revision !== expected)) return false;
        statements.delete.run(key);
        return true;
      });
    },
    list: async (prefix, cursor, limit) => writer.read(() => listed(prefix, cursor, limit)),
    async clear() {
      await inTransaction(() => statements.clear.run());
    },
  };
}

/** Removes expired entries in several transactions, until none is left or the signal is aborted. */
export function openSweep(db: DatabaseSync, writer: Writer, clock: () => number): ObjectStore['tend'] {
  const sweep = db.prepare(
    `DELETE FROM key_values WHERE key IN (SELECT key FROM key_values WHERE expires <= ? LIMIT ${SWEEP_SIZE})`,
  );
  return async (ended) => {
    for (let removed = SWEEP_SIZE; removed === SWEEP_SIZE && ended?.aborted !== true; ) {
      [removed = 0] = await writer.run([() => Number(sweep.run(clock()).changes)]);
    }
  };
}
