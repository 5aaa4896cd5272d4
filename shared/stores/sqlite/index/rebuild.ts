import type { DatabaseSync } from 'node:sqlite';
import type { SearchDocument } from '../../../repository/search/document.ts';
import type { ObjectStore, StoredVersion } from '../../../repository/store/object-store.ts';
import type { LargeWriter } from '../commit/large-writer.ts';
import type { Writer } from '../commit/writer.ts';
import { HEAD_COLUMNS, number, type Row, text, toHead } from '../rows.ts';
import { renewEpoch } from './dictionary.ts';
import { presenceTerm, typeTerm, wordTerm } from './index-entry.ts';
import type { Indexer } from './indexer.ts';
import type { IndexMerger } from './merge-index.ts';

/** Objects per job: other writes run between two jobs. */
const CHUNK_SIZE = 50;

/** Larger objects are indexed by the large writer. */
const MIN_LARGE_BYTES = 65_536;

/** Dependencies of a rebuild. */
export type RebuildParts = {
  readonly db: DatabaseSync;
  readonly writer: Writer;
  readonly indexer: Indexer;
  readonly indexMerger: IndexMerger;
  /** Makes the search document of a stored object, as for a write. */
  readonly describe: (object: StoredVersion) => SearchDocument;
  /** The JSON text of the search document of a large object. */
  readonly describeLarge: (object: StoredVersion) => Promise<string>;
  readonly largeWriter: LargeWriter;
};

/**
 * Prepares `ObjectStore.rebuild`. Each object is removed from the index and indexed again in one transaction, so that all objects
 * are found even when the process is killed. Unused words and names are removed at the end.
 */
export function openRebuild(parts: RebuildParts): ObjectStore['rebuild'] {
  const { db, writer, indexer, indexMerger, describe, describeLarge, largeWriter } = parts;
  const newest = db.prepare('SELECT max(doc) AS doc FROM objects');
  const following = db.prepare(`SELECT doc FROM objects WHERE doc > ? AND doc <= ? ORDER BY doc LIMIT ${CHUNK_SIZE}`);
  const head = db.prepare(`SELECT ${HEAD_COLUMNS} FROM objects o JOIN versions v ON v.number = o.head WHERE o.doc = ?`);
  const size = db.prepare(
    'SELECT octet_length(v.text) AS size FROM objects o JOIN versions v ON v.number = o.head WHERE o.doc = ? AND o.deleted_at IS NULL',
  );
  const sweeps = openSweeps(db, indexer);

  /** A new epoch clears the caches of all processes: wrong numbers in a cache may be the reason for the rebuild. */
  function begin(): number {
    renewEpoch(db);
    const row = newest.get();
    return typeof row?.doc === 'number' ? row.doc : 0;
  }

  /** Indexes one object, unless it is large. */
  function index(doc: number): 'done' | 'purged' | 'large' {
    if (Number(size.get(doc)?.size ?? 0) > MIN_LARGE_BYTES) return 'large';
    const row = head.get(doc);
    if (row === undefined) return 'purged';
    const object = toHead(row);
    indexer.put(doc, object.deleted ? null : { document: describe(object), version: object.version });
    return 'done';
  }

  async function indexLarge(doc: number): Promise<void> {
    const object = await writer.read(() => {
      const row = head.get(doc);
      return row === undefined ? null : toHead(row);
    });
    if (object === null || object.deleted) return; // removing it removed its index entry
    const { key, version, writeId } = object;
    await largeWriter.index({ key, version, writeId }, await describeLarge(object));
  }

  return async (progress = () => {}) => {
    const [ceiling = 0] = await writer.run([begin]);
    let done = 0;
    for (let reached = 0; ; ) {
      const after = reached;
      const docs = await writer.read(() => following.all(after, ceiling).map((row) => number(row, 'doc')));
      const last = docs.at(-1);
      if (last === undefined) break;
      const found = await writer.run(docs.map((doc) => () => index(doc)));
      for (const [at, doc] of docs.entries()) if (found[at] === 'large') await indexLarge(doc);
      done += found.filter((one) => one !== 'purged').length;
      progress(done);
      reached = last;
    }
    for (const sweep of sweeps) {
      for (let next: string | number | null = sweep.first; next !== null; ) {
        const from: string | number = next;
        [next = null] = await writer.run([() => sweep.step(from)]);
      }
    }
    await indexMerger.merge();
    return done;
  };
}

/** Removes the rows of a table that no object uses, in parts. */
type Sweep = {
  readonly first: string | number;
  /** Checks the following rows inside the open transaction. @returns the last row checked, or null at the end of the table */
  step(after: string | number): string | number | null;
};

/** Rows checked per transaction. */
const ROWS_PER_STEP = 500;

/** The sweeps over words, paths and type keys. */
export function openSweeps(db: DatabaseSync, indexer: Indexer): readonly Sweep[] {
  const used = db.prepare('SELECT 1 FROM terms WHERE terms MATCH ? LIMIT 1');

  function openSweep(table: string, column: string, first: string | number, termOf: (row: Row) => string): Sweep {
    const read = db.prepare(
      `SELECT ${column} AS id FROM ${table} WHERE ${column} > ? ORDER BY ${column} LIMIT ${ROWS_PER_STEP}`,
    );
    const remove = db.prepare(`DELETE FROM ${table} WHERE ${column} = ?`);
    return {
      first,
      step(after) {
        indexer.flush(); // changes collected in this transaction use rows, too
        const rows = read.all(after);
        const unused = rows.filter((row) => used.get(`"${termOf(row)}"`) === undefined);
        for (const { id = null } of unused) remove.run(id);
        if (unused.length > 0) {
          indexer.forget();
          renewEpoch(db);
        }
        const last = rows.at(-1)?.id;
        return rows.length === ROWS_PER_STEP && (typeof last === 'string' || typeof last === 'number') ? last : null;
      },
    };
  }

  return [
    openSweep('words', 'word', '', (row) => wordTerm(text(row, 'id'))),
    openSweep('paths', 'number', 0, (row) => presenceTerm(number(row, 'id'))),
    openSweep('type_keys', 'number', 0, (row) => typeTerm(number(row, 'id'))),
  ];
}
