import type { DatabaseSync } from 'node:sqlite';
import type { KeyValueEntry } from '../../repository/store/key-value-store.ts';
import { number, type Row, text } from './rows.ts';

/** Expired entries removed per step. */
const SWEEP_SIZE = 500;

/** The writes of a key-value store, inside the open transaction. Times are UTC milliseconds. */
export type KeyValueSteps = {
  /** `KeyValueStore.set`; `expected` is absent for unconditional writes. */
  setEntry(input: {
    readonly key: string;
    readonly value: string;
    readonly expires: number | null;
    readonly expected?: string | null;
    readonly now: number;
  }): KeyValueEntry | null;
  /** `KeyValueStore.increment`. */
  incrementEntry(input: { readonly key: string; readonly expires: number; readonly now: number }): {
    readonly count: number;
    readonly expires: number;
  };
  /** `KeyValueStore.delete`. */
  deleteEntry(input: { readonly key: string; readonly expected?: string; readonly now: number }): boolean;
  clearEntries(input: null): void;
  /** Removes some expired entries. @returns whether there may be more */
  sweepEntries(input: { readonly now: number }): boolean;
};

/** Opens reads of single entries, which ignore expired ones. */
export function openEntryReader(db: DatabaseSync) {
  const get = db.prepare('SELECT value, revision, expires FROM key_values WHERE key = ?');

  function row(key: string, now: number): Row | null {
    const found = get.get(key);
    return found === undefined || (found.expires !== null && number(found, 'expires') <= now) ? null : found;
  }

  return {
    row,
    entry(key: string, now: number): KeyValueEntry | null {
      const found = row(key, now);
      return found && { value: text(found, 'value'), revision: text(found, 'revision') };
    },
  };
}

export function openKeyValueSteps(db: DatabaseSync): KeyValueSteps {
  const read = openEntryReader(db);
  const statements = {
    set: db.prepare(
      `INSERT INTO key_values (key, value, revision, expires) VALUES (?, ?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value, revision = excluded.revision, expires = excluded.expires`,
    ),
    delete: db.prepare('DELETE FROM key_values WHERE key = ?'),
    clear: db.prepare('DELETE FROM key_values'),
    sweep: db.prepare(
      `DELETE FROM key_values WHERE key IN (SELECT key FROM key_values WHERE expires <= ? LIMIT ${SWEEP_SIZE})`,
    ),
  };
  return {
    setEntry({ key, value, expires, expected, now }) {
      if (expected !== undefined && (read.entry(key, now)?.revision ?? null) !== expected) return null;
      const revision = crypto.randomUUID();
      statements.set.run(key, value, revision, expires === null ? null : Math.ceil(expires));
      return { value, revision };
    },
    incrementEntry({ key, expires, now }) {
      const row = read.row(key, now);
      const count = row === null ? 1 : Number(text(row, 'value')) + 1;
      const end = row === null ? Math.ceil(expires) : number(row, 'expires');
      statements.set.run(key, String(count), crypto.randomUUID(), end);
      return { count, expires: end };
    },
    deleteEntry({ key, expected, now }) {
      const entry = read.entry(key, now);
      if (entry === null || (expected !== undefined && entry.revision !== expected)) return false;
      statements.delete.run(key);
      return true;
    },
    clearEntries: () => void statements.clear.run(),
    sweepEntries: ({ now }) => Number(statements.sweep.run(now).changes) === SWEEP_SIZE,
  };
}
