import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { createBoundedCache } from '../../../base/concurrency/bounded-cache.ts';
import { compilePattern } from '../../../repository/search/pattern.ts';
import type { Pattern } from '../../../repository/search/syntax-tree.ts';
import { type CursorCodec, createCursorCodec } from '../cursor.ts';
import type { Journal } from '../engine/database.ts';
import { openForReading } from '../engine/database.ts';
import { readSecret } from '../engine/layout.ts';
import { type DictionaryView, openEpoch, viewDictionary } from '../index/dictionary.ts';

/** The connection of a search thread, with its caches. */
export type Library = {
  readonly db: DatabaseSync;
  /** A statement, prepared at most once while it is used often: that can take as long as it runs. */
  readonly prepare: (sql: string) => StatementSync;
  readonly paths: DictionaryView;
  readonly typeKeys: DictionaryView;
  readonly cursors: CursorCodec;
  /** Called after a snapshot was opened: clears the caches when a new epoch has begun. */
  begun(): void;
  /** Sets how long a search may wait for a commit of another thread or process. */
  setLockTimeout(timeoutMs: number): void;
  /** Sets a check that long statements call for each document; it aborts them by throwing. */
  setCheck(check: () => void): void;
  /** Sets the vector that `dot` multiplies others by. */
  setVector(vector: Float32Array): void;
};

/** Prepared statements that are kept. */
const CACHED_STATEMENTS = 100;

export function openLibrary(directory: string, journal: Journal): Library {
  const db = openForReading(directory, journal);
  const secret = readSecret(db);
  let check: () => void = () => {};
  let matcher: { readonly source: string; readonly test: (text: string) => boolean } | null = null;

  db.function('alive', (_doc: SQLInputValue) => {
    check();
    return 1;
  });
  db.function('fits', (pattern: SQLInputValue, value: SQLInputValue) => {
    if (typeof pattern !== 'string' || typeof value !== 'string') return 0;
    if (matcher?.source !== pattern) {
      matcher = { source: pattern, test: compilePattern(JSON.parse(pattern) as Pattern) }; // made by valuePatternClause
    }
    return matcher.test(value) ? 1 : 0;
  });

  let vector: Float32Array = new Float32Array();
  db.function('dot', (bytes: SQLInputValue) => {
    if (!(bytes instanceof Uint8Array)) return null;
    const other = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    let sum = 0;
    for (let at = 0; at < other.length; at++) sum += (vector[at] ?? 0) * (other[at] ?? 0);
    return sum;
  });

  const statements = createBoundedCache<string, StatementSync>(CACHED_STATEMENTS);
  function prepare(sql: string): StatementSync {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }

  const paths = viewDictionary(db, 'paths');
  const typeKeys = viewDictionary(db, 'type_keys');
  const readEpoch = openEpoch(db);
  let epoch = readEpoch();
  return {
    db,
    prepare,
    paths,
    typeKeys,
    cursors: createCursorCodec(secret),
    begun() {
      const current = readEpoch();
      if (current === epoch) return;
      epoch = current;
      paths.forget();
      typeKeys.forget();
    },
    setLockTimeout(timeoutMs) {
      db.exec(`PRAGMA busy_timeout = ${Math.max(1, Math.floor(timeoutMs))}`);
    },
    setCheck(next) {
      check = next;
    },
    setVector(next) {
      vector = next;
    },
  };
}
