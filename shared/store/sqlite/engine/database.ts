import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { isBusy } from './engine-errors.ts';
import { hasJournal, JOURNALS, type Journal } from './journal.ts';

/** Name of the database file in the data directory. */
export const FILE_NAME = 'objects.sqlite';

/**
 * Opens the file for writing. A new file is readable by the user of this process only. Commits are on disk when they return
 * (`synchronous=FULL`).
 *
 * @param maxBytes limit for the size of the file; null: none
 * @throws Error when other processes have the file open with another journal
 */
export function openForWriting(directory: string, maxBytes: number | null, journal: Journal): DatabaseSync {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, FILE_NAME);
  createFile(file);
  const db = new DatabaseSync(file);
  try {
    db.exec('PRAGMA busy_timeout = 2000');
    setJournal(db, journal);
    db.exec(`
      PRAGMA synchronous = FULL;
      PRAGMA journal_size_limit = ${JOURNALS[journal].maxBytes};
      PRAGMA cache_size = -32000;
      PRAGMA trusted_schema = OFF;
    `);
    if (maxBytes !== null) db.exec(`PRAGMA max_page_count = ${Math.max(1, Math.floor(maxBytes / 4096))}`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Never opens an existing file: closing it would release the locks that this process has on it (POSIX). */
function createFile(file: string): void {
  try {
    closeSync(openSync(file, 'ax', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

function setJournal(db: DatabaseSync, journal: Journal): void {
  try {
    db.exec(`PRAGMA journal_mode = ${JOURNALS[journal].mode}`);
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
  if (hasJournal(db, journal)) return;
  throw new Error('Other processes have it open in another way: stop them, and give all the same SVC_DATA_DIR_ON.');
}

/** Opens the file for searches, which see every committed write and change nothing. */
export function openForReading(directory: string, journal: Journal): DatabaseSync {
  const file = join(directory, FILE_NAME);
  const db = journal === 'wal' ? new DatabaseSync(file, { readOnly: true }) : new DatabaseSync(existingFile(file));
  db.exec(`
    PRAGMA query_only = ON;
    PRAGMA busy_timeout = 2000;
    PRAGMA cache_size = -32000;
    PRAGMA temp_store = MEMORY;
    PRAGMA trusted_schema = OFF;
  `);
  return db;
}

/** Not opened read-only: the first process that finds the journal of a killed one has to roll it back. */
function existingFile(file: string): URL {
  const url = pathToFileURL(file);
  url.searchParams.set('mode', 'rw');
  return url;
}
