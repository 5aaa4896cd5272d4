import type { DatabaseSync } from 'node:sqlite';
import type { SearchDocument } from '../../../search/document.ts';
import type { ObjectStore, StoredVersion } from '../../object-store.ts';
import type { LargeWriter } from '../commit/large-writer.ts';
import type { Writer } from '../commit/writer.ts';
import { renewEpoch } from '../engine/epoch.ts';
import { HEAD_COLUMNS, number, toHead } from '../rows.ts';
import type { Indexer } from './indexer.ts';
import type { IndexMerger } from './merge-index.ts';
import { openSweeps } from './sweep-names.ts';

/** Objects of one job: between two jobs, the writes of others come first. */
const CHUNK_SIZE = 50;

/** Objects of more bytes are indexed in the thread of large objects. */
const MIN_LARGE_BYTES = 65_536;

/** What a rebuild needs. */
export type RebuildParts = {
  readonly db: DatabaseSync;
  readonly writer: Writer;
  readonly indexer: Indexer;
  readonly indexMerger: IndexMerger;
  /** Makes the search document of a stored object, as its write did. */
  readonly describe: (object: StoredVersion) => SearchDocument;
  /** The JSON text of the search document of a large object. */
  readonly describeLarge: (object: StoredVersion) => Promise<string>;
  readonly largeWriter: LargeWriter;
};

/**
 * Makes the index anew object by object, each in the same transaction that removes what was known of it: whenever it is
 * killed, every object is found, by the old entry or by the new one. At last, words and names that nobody uses are dropped.
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

  /** What is remembered of the index is doubtful, for every process: it may be why it is made anew. */
  function begin(): number {
    renewEpoch(db);
    const row = newest.get();
    return typeof row?.doc === 'number' ? row.doc : 0;
  }

  /** Of an object that is large, nothing is done. */
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
    if (object === null || object.deleted) return; // whoever removed it took it out of the index
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
