import type { DatabaseSync } from 'node:sqlite';
import { renewEpoch } from '../index/dictionary.ts';
import type { Indexer } from '../index/indexer.ts';

const EMPTY = `
  UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'changes';
  INSERT OR REPLACE INTO meta (name, value) SELECT 'purged', seq FROM sqlite_sequence WHERE name = 'changes';
  DELETE FROM changes;
  DELETE FROM objects;
  DELETE FROM versions;
  DELETE FROM trails;
  DELETE FROM aliases;
  DELETE FROM entries;
  DELETE FROM scalars;
  DELETE FROM words;
  DELETE FROM vectors;
  DELETE FROM paths;
  DELETE FROM type_keys;
  INSERT INTO terms (terms) VALUES ('delete-all');
`;

/**
 * Removes all objects with everything derived from them, inside the open transaction. The purge gets a number in the change log, so
 * that readers of changes notice it.
 */
export function purgeObjects(db: DatabaseSync, indexer: Indexer): void {
  db.exec(EMPTY);
  renewEpoch(db);
  indexer.forget();
}

/** Reads the number of the last purge in the change log; 0 when there was none. */
export function openPurges(db: DatabaseSync): () => number {
  const read = db.prepare(`SELECT value FROM meta WHERE name = 'purged'`);
  return () => Number(read.get()?.value ?? 0);
}
