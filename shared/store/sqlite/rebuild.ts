import type { DatabaseSync } from 'node:sqlite';
import type { SearchDocument } from '../../search/document.ts';
import type { ObjectStore, StoredVersion } from '../object-store.ts';
import { renewEpoch } from './epoch.ts';
import type { Indexer } from './indexer.ts';
import { HEAD_COLUMNS, number, toHead } from './rows.ts';
import { openSweeps } from './sweep-names.ts';
import type { Writer } from './writer.ts';

/** Objects asked for at once: between two such groups, the writes of others come first. */
const OBJECTS_PER_JOB = 50;

/** What a rebuild needs. */
export type RebuildParts = {
  readonly db: DatabaseSync;
  readonly writer: Writer;
  readonly indexer: Indexer;
  /** Makes the search document of a stored object, as its write did. */
  readonly describe: (object: StoredVersion) => SearchDocument;
};

/**
 * Makes the index anew object by object, each in the same transaction that removes what was known of it: whenever it is
 * killed, every object is found, by the old entry or by the new one. At last, words and names that nobody uses are dropped.
 */
export function openRebuild({ db, writer, indexer, describe }: RebuildParts): ObjectStore['rebuild'] {
  const newest = db.prepare('SELECT max(doc) AS doc FROM objects');
  const following = db.prepare(
    `SELECT doc FROM objects WHERE doc > ? AND doc <= ? ORDER BY doc LIMIT ${OBJECTS_PER_JOB}`,
  );
  const head = db.prepare(`SELECT ${HEAD_COLUMNS} FROM objects o JOIN versions v ON v.number = o.head WHERE o.doc = ?`);
  const sweeps = openSweeps(db, indexer);

  /** What is remembered of the index is doubtful, for every process: it may be why it is made anew. */
  function begin(): number {
    renewEpoch(db);
    const row = newest.get();
    return typeof row?.doc === 'number' ? row.doc : 0;
  }

  /** False when the object was purged meanwhile. */
  function index(doc: number): boolean {
    const row = head.get(doc);
    if (row === undefined) return false;
    const object = toHead(row);
    indexer.put(doc, object.deleted ? null : { document: describe(object), version: object.version });
    return true;
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
      done += found.filter(Boolean).length;
      progress(done);
      reached = last;
    }
    for (const sweep of sweeps) {
      for (let next: string | number | null = sweep.first; next !== null; ) {
        const from: string | number = next;
        [next = null] = await writer.run([() => sweep.step(from)]);
      }
    }
    return done;
  };
}
