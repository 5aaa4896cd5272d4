import type { DatabaseSync } from 'node:sqlite';
import { keepRemovedEntries } from '../index/merge-step.ts';

/** Increased by every change of the tables that older code cannot work with. */
export const LAYOUT_VERSION = 1;

/**
 * The tables; `../README.md` describes them. `changes` was added later, see {@link CHANGES}.
 */
const TABLES = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE objects (
    doc INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, short_id TEXT NOT NULL, head INTEGER NOT NULL,
    version INTEGER NOT NULL, write_id TEXT NOT NULL, deleted_at INTEGER
  ) STRICT;
  CREATE TABLE versions (
    number INTEGER PRIMARY KEY, doc INTEGER NOT NULL, version INTEGER NOT NULL, id TEXT NOT NULL, time INTEGER NOT NULL,
    access TEXT NOT NULL, text TEXT NOT NULL, UNIQUE (doc, version)
  ) STRICT;
  CREATE TABLE aliases (name TEXT PRIMARY KEY, doc INTEGER NOT NULL, strong INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE paths (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE type_keys (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE words (word TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE entries (
    doc INTEGER PRIMARY KEY, version INTEGER NOT NULL, type INTEGER NOT NULL, length INTEGER NOT NULL, spans TEXT NOT NULL
  ) STRICT;
  CREATE INDEX entries_by_version ON entries (version);
  CREATE TABLE scalars (doc INTEGER NOT NULL, path INTEGER NOT NULL, value, PRIMARY KEY (doc, path, value)) WITHOUT ROWID;
  CREATE VIRTUAL TABLE terms USING fts5 (
    body, content='', contentless_delete=1, tokenize="ascii tokenchars '_.%='''"
  );
  CREATE VIRTUAL TABLE positions USING fts5vocab (terms, instance);
  CREATE TABLE key_values (key TEXT PRIMARY KEY, value TEXT NOT NULL, revision TEXT NOT NULL, expires INTEGER) STRICT;
  CREATE INDEX key_values_by_expiry ON key_values (expires) WHERE expires IS NOT NULL;
`;

/** Added later, compatible with older code: created in every file that lacks it. */
const ADDITIONS = `
  CREATE INDEX IF NOT EXISTS aliases_by_doc ON aliases (doc);
  CREATE TABLE IF NOT EXISTS trails (
    doc INTEGER NOT NULL, version INTEGER NOT NULL, written TEXT, removed TEXT, PRIMARY KEY (doc, version)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS vectors (
    doc INTEGER PRIMARY KEY, model TEXT NOT NULL, scale REAL NOT NULL, vector BLOB NOT NULL
  ) STRICT;
`;

/** Added later, as {@link ADDITIONS}. */
const DIGEST = 'ALTER TABLE versions ADD COLUMN digest TEXT';

/**
 * The change log: one row per object, with the highest number for the last change. Maintained by a trigger, so that processes of
 * older versions maintain it too. Times never decrease with rising numbers, even when a clock is set back.
 */
const CHANGES = `
  CREATE TABLE changes (
    number INTEGER PRIMARY KEY AUTOINCREMENT, doc INTEGER NOT NULL UNIQUE, time INTEGER NOT NULL
  ) STRICT;
  INSERT INTO changes (doc, time)
    SELECT doc, max(time) OVER (ORDER BY head) FROM (
      SELECT o.doc, o.head, max(v.time, coalesce(o.deleted_at, 0)) AS time
      FROM objects o JOIN versions v ON v.number = o.head
    ) ORDER BY head;
  CREATE TRIGGER objects_change AFTER UPDATE OF write_id ON objects BEGIN
    INSERT OR REPLACE INTO changes (doc, time) VALUES (
      new.doc,
      max(
        CAST(unixepoch('subsec') * 1000 AS INTEGER),
        coalesce((SELECT time FROM changes ORDER BY number DESC LIMIT 1), 0)
      )
    );
  END;
`;

/**
 * Creates the tables of a new file, or checks the layout of an existing one. Safe when several processes start at the same time.
 *
 * @param secret random text to store in a new file
 * @throws Error with one sentence for the operator when the file belongs to a newer version or another program
 */
export function prepareLayout(db: DatabaseSync, secret: string): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    if (db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' LIMIT 1`).get() === undefined) {
      db.exec(TABLES);
      const insert = db.prepare('INSERT INTO meta (name, value) VALUES (?, ?)');
      insert.run('layout', String(LAYOUT_VERSION));
      insert.run('secret', secret);
    }
    checkLayout(db);
    db.exec(ADDITIONS);
    if (!hasTable(db, 'changes')) db.exec(CHANGES);
    if (!hasColumn(db, 'versions', 'digest')) db.exec(DIGEST);
    keepRemovedEntries(db);
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}

function checkLayout(db: DatabaseSync): void {
  const layout = hasTable(db, 'meta') ? readMeta(db, 'layout') : null;
  if (layout === null) throw new Error('The database file belongs to another program: choose another data directory.');
  if (layout !== String(LAYOUT_VERSION)) {
    throw new Error(
      `The database file has layout ${layout}, and this version of the service knows layouts up to ${LAYOUT_VERSION}: start the version that wrote it, or a newer one.`,
    );
  }
}

function hasTable(db: DatabaseSync, name: string): boolean {
  return db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`).get(name) !== undefined;
}

function hasColumn(db: DatabaseSync, table: string, column: string): boolean {
  return db.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column) !== undefined;
}

/** Reads the random text that all processes on the file share. @throws Error when there is none */
export function readSecret(db: DatabaseSync): string {
  const secret = readMeta(db, 'secret');
  if (secret === null) throw new Error('The database file has no secret.');
  return secret;
}

function readMeta(db: DatabaseSync, name: string): string | null {
  const value = db.prepare('SELECT value FROM meta WHERE name = ?').get(name)?.value;
  return typeof value === 'string' ? value : null;
}
