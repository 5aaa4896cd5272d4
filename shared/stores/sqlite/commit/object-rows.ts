import type { DatabaseSync } from 'node:sqlite';
import type { HeadState, ObjectKey, StoredVersion, VersionTrail } from '../../../repository/store/object-store.ts';
import { digestOf } from '../../../repository/store/preferred-text.ts';
import type { WriteIds } from '../../../repository/store/write-ids.ts';
import { encodeAccess, number, TEXTLESS_STATE_COLUMNS, text, toHeadState } from '../rows.ts';

/** The current state of an object, as far as conditions of writes need it. */
export type ObjectState = {
  readonly doc: number;
  readonly version: number;
  readonly writeId: string;
  readonly deleted: boolean;
};

/** Accesses the tables of objects and versions inside the open transaction. */
export type ObjectRows = {
  state(key: ObjectKey): ObjectState | null;
  /** Without the text. */
  head(key: ObjectKey): HeadState | null;
  /** The text of a version; null when it never existed. */
  textOf(doc: number, version: number): string | null;
  /** Adds an object, without a head until `setHead`. @returns its `doc` */
  addObject(key: ObjectKey, shortId: string): number;
  /** Adds a version. @returns its `number` */
  addVersion(doc: number, version: StoredVersion): number;
  /** Replaces a version by another of the same number, with its `digest`. */
  replaceVersion(doc: number, version: StoredVersion): void;
  /** Adds the given entries to the trail of a version. */
  addTrail(doc: number, version: number, trail: Pick<VersionTrail, 'written' | 'removed'>): void;
  /** Makes a version current. @returns the new write id */
  setHead(doc: number, number: number, version: StoredVersion, deletedAt: number | null): string;
  /** Makes the object a tombstone. */
  markDeleted(doc: number, time: number): void;
  /** Gives the object a new write id: its versions have changed. */
  markChanged(doc: number): void;
};

export function openObjectRows(db: DatabaseSync, writeIds: WriteIds): ObjectRows {
  const statements = {
    state: db.prepare('SELECT doc, version, write_id, deleted_at FROM objects WHERE key = ?'),
    head: db.prepare(
      `SELECT ${TEXTLESS_STATE_COLUMNS} FROM objects o JOIN versions v ON v.number = o.head WHERE o.key = ?`,
    ),
    textOf: db.prepare('SELECT text FROM versions WHERE doc = ? AND version = ?'),
    addObject: db.prepare(`INSERT INTO objects (key, short_id, head, version, write_id) VALUES (?, ?, 0, 0, '')`),
    addVersion: db.prepare('INSERT INTO versions (doc, version, id, time, access, text) VALUES (?, ?, ?, ?, ?, ?)'),
    replaceVersion: db.prepare(
      'UPDATE versions SET id = ?, time = ?, access = ?, text = ?, digest = ? WHERE doc = ? AND version = ?',
    ),
    addTrail: db.prepare(
      `INSERT INTO trails (doc, version, written, removed) VALUES (?, ?, ?, ?)
       ON CONFLICT (doc, version) DO UPDATE
       SET written = coalesce(excluded.written, written), removed = coalesce(excluded.removed, removed)`,
    ),
    setHead: db.prepare(
      'UPDATE objects SET short_id = ?, head = ?, version = ?, write_id = ?, deleted_at = ? WHERE doc = ?',
    ),
    markDeleted: db.prepare('UPDATE objects SET deleted_at = ?, write_id = ? WHERE doc = ?'),
    markChanged: db.prepare('UPDATE objects SET write_id = ? WHERE doc = ?'),
  };
  return {
    state(key) {
      const row = statements.state.get(key);
      if (row === undefined) return null;
      return {
        doc: number(row, 'doc'),
        version: number(row, 'version'),
        writeId: text(row, 'write_id'),
        deleted: row.deleted_at !== null,
      };
    },
    head(key) {
      const row = statements.head.get(key);
      return row === undefined ? null : toHeadState(row);
    },
    textOf(doc, version) {
      const row = statements.textOf.get(doc, version);
      return row === undefined ? null : text(row, 'text');
    },
    addObject: (key, shortId) => Number(statements.addObject.run(key, shortId).lastInsertRowid),
    addVersion: (doc, { version, id, time, access, text: body }) =>
      Number(statements.addVersion.run(doc, version, id, time, encodeAccess(access), body).lastInsertRowid),
    replaceVersion(doc, { version, id, time, access, text: body }) {
      statements.replaceVersion.run(id, time, encodeAccess(access), body, digestOf(body), doc, version);
    },
    addTrail(doc, version, { written, removed }) {
      if (written === undefined && removed === undefined) return;
      statements.addTrail.run(doc, version, written ?? null, removed ?? null);
    },
    setHead(doc, row, { shortId, version }, deletedAt) {
      const writeId = writeIds.next();
      statements.setHead.run(shortId, row, version, writeId, deletedAt, doc);
      return writeId;
    },
    markDeleted: (doc, time) => {
      statements.markDeleted.run(time, writeIds.next(), doc);
    },
    markChanged: (doc) => {
      statements.markChanged.run(writeIds.next(), doc);
    },
  };
}
