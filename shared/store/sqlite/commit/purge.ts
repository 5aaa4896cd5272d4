import type { DatabaseSync } from 'node:sqlite';
import { renewEpoch } from '../engine/epoch.ts';
import { emptyJournal, type Journal } from '../engine/journal.ts';
import type { Indexer } from '../index/indexer.ts';

const EMPTY = `
  UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'changes';
  INSERT OR REPLACE INTO meta (name, value) SELECT 'purged', seq FROM sqlite_sequence WHERE name = 'changes';
  DELETE FROM changes;
  DELETE FROM objects;
  DELETE FROM versions;
  DELETE FROM aliases;
  DELETE FROM entries;
  DELETE FROM scalars;
  DELETE FROM words;
  DELETE FROM paths;
  DELETE FROM type_keys;
  INSERT INTO terms (terms) VALUES ('delete-all');
`;

/**
 * Removes every object, and all that is known of any, inside the transaction that is open. A number among those of the changes is
 * left for the purge itself, so that whoever reads on from before it learns of it.
 */
export function purgeObjects(db: DatabaseSync, indexer: Indexer): void {
  db.exec(EMPTY);
  renewEpoch(db);
  indexer.forget();
}

/**
 * Gives the room of what was removed back to the disk, so that its text is not in the files any more. Must be called while
 * no transaction is open; the file is small then. Without it, removed text stays in the files until it is overwritten.
 *
 * @throws what the engine does when another process is writing
 */
export function compactFile(db: DatabaseSync, journal: Journal): void {
  db.exec('VACUUM');
  emptyJournal(db, journal);
}

/** Reads the number of the newest purge among those of the changes: 0 when there was none. */
export function openPurges(db: DatabaseSync): () => number {
  const read = db.prepare(`SELECT value FROM meta WHERE name = 'purged'`);
  return () => Number(read.get()?.value ?? 0);
}
