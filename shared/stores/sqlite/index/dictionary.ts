import type { DatabaseSync } from 'node:sqlite';
import { createBoundedCache } from '../../../base/concurrency/bounded-cache.ts';
import { number, text } from '../rows.ts';

/** Numbers of names. They do not change within an epoch (`openEpoch`). */
export type Dictionary = {
  /** The number of a name; adds a new name inside the open transaction. */
  number(name: string): number;
  /** Called after a commit: keeps new numbers in the cache. */
  committed(): void;
  /** Called after a rollback: drops new numbers. */
  rolledBack(): void;
  /** Clears the cache, after other processes changed the table. */
  forget(): void;
};

const CACHED_NAMES = 20_000;
const LAST_CHARACTER = '\u{10ffff}';

/** The dictionary of a table, for the writing connection. */
export function openDictionary(db: DatabaseSync, table: 'paths' | 'type_keys'): Dictionary {
  const find = db.prepare(`SELECT number FROM ${table} WHERE name = ?`);
  const insert = db.prepare(`INSERT INTO ${table} (name) VALUES (?)`);
  const known = createBoundedCache<string, number>(CACHED_NAMES);
  const fresh = new Map<string, number>();

  return {
    number(name) {
      const cached = known.get(name) ?? fresh.get(name);
      if (cached !== undefined) return cached;
      const row = find.get(name);
      const assigned = row === undefined ? Number(insert.run(name).lastInsertRowid) : number(row, 'number');
      fresh.set(name, assigned);
      return assigned;
    },
    committed() {
      for (const [name, assigned] of fresh) known.set(name, assigned);
      fresh.clear();
    },
    rolledBack() {
      fresh.clear();
    },
    forget() {
      known.clear();
      fresh.clear();
    },
  };
}

/** A dictionary for a connection that only reads. */
export type DictionaryView = {
  /** All names of the open snapshot, by number. The array is reused: do not keep or change it. */
  names(): readonly (readonly [name: string, number: number])[];
  /** The number of a name; null for unknown names. */
  number(name: string): number | null;
  /** The names that begin with a non-empty text. */
  startingWith(beginning: string): readonly (readonly [name: string, number: number])[];
  /** Clears the cache, at the beginning of an epoch. */
  forget(): void;
};

/** Reads only names added since the last call: within an epoch numbers rise and names are not removed. */
export function viewDictionary(db: DatabaseSync, table: 'paths' | 'type_keys'): DictionaryView {
  const newer = db.prepare(`SELECT number, name FROM ${table} WHERE number > ? ORDER BY number`);
  const find = db.prepare(`SELECT number FROM ${table} WHERE name = ?`);
  const range = db.prepare(`SELECT number, name FROM ${table} WHERE name >= ? AND name <= ? ORDER BY name`);
  const names: (readonly [string, number])[] = [];
  return {
    names() {
      for (const row of newer.iterate(names.at(-1)?.[1] ?? 0)) names.push([text(row, 'name'), number(row, 'number')]);
      return names;
    },
    number(name) {
      const row = find.get(name);
      return row === undefined ? null : number(row, 'number');
    },
    startingWith(beginning) {
      return range
        .all(beginning, `${beginning}${LAST_CHARACTER}`)
        .map((row) => [text(row, 'name'), number(row, 'number')]);
    },
    forget() {
      names.length = 0;
    },
  };
}

/**
 * Reads the current epoch: null in the first one. Within an epoch, numbers of paths and type keys do not change and no word is
 * removed. Caches of them are cleared when the epoch changes.
 */
export function openEpoch(db: DatabaseSync): () => string | null {
  const read = db.prepare(`SELECT value FROM meta WHERE name = 'epoch'`);
  return () => {
    const value = read.get()?.value;
    return typeof value === 'string' ? value : null;
  };
}

/** Begins a new epoch for all processes, inside the open transaction. */
export function renewEpoch(db: DatabaseSync): void {
  const renew = db.prepare(`INSERT OR REPLACE INTO meta (name, value) VALUES ('epoch', ?)`);
  renew.run(crypto.randomUUID());
}
