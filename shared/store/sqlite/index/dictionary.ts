import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { number, text } from '../rows.ts';

/** Numbers that stand for names, given once and kept as long as an epoch lasts (`epoch.ts`). */
export type Dictionary = {
  /** The number of a name; a new name gets one, inside the transaction that is open. */
  number(name: string): number;
  /** The open transaction is committed: its new numbers hold. */
  committed(): void;
  /** The open transaction was undone, its new numbers with it. */
  rolledBack(): void;
  /** The table was changed by others: nothing that is known holds. */
  forget(): void;
};

const CACHED_NAMES = 20_000;
const LAST_CHARACTER = '\u{10ffff}';

/** The dictionary of a table, for the connection that writes. */
export function openDictionary(db: DatabaseSync, table: 'paths' | 'type_keys'): Dictionary {
  const find = db.prepare(`SELECT number FROM ${table} WHERE name = ?`);
  const insert = db.prepare(`INSERT INTO ${table} (name) VALUES (?)`);
  const known = new LRUCache<string, number>({ max: CACHED_NAMES });
  const fresh = new Map<string, number>();

  return {
    number(name) {
      const cached = known.get(name) ?? fresh.get(name);
      if (cached !== undefined) return cached;
      const row = find.get(name);
      const given = row === undefined ? Number(insert.run(name).lastInsertRowid) : number(row, 'number');
      fresh.set(name, given);
      return given;
    },
    committed() {
      for (const [name, given] of fresh) known.set(name, given);
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

/** All names of a dictionary, for a connection that reads. */
export type DictionaryView = {
  /** Names by number, as of the snapshot that is being read. The array is the view's own: do not keep or change it. */
  names(): readonly (readonly [name: string, number: number])[];
  /** The number of a name, or null when no object ever had it. */
  number(name: string): number | null;
  /** The names that begin with a text, which is not empty. */
  startingWith(beginning: string): readonly (readonly [name: string, number: number])[];
  /** An epoch is over: everything is read anew. */
  forget(): void;
};

/** A view that reads only what came since it last looked: inside an epoch, numbers rise and names never go. */
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
