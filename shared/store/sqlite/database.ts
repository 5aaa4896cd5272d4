import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Name of the database file in the data directory. */
export const FILE_NAME = 'objects.sqlite';

/**
 * Opens the file for writing, and makes it first where there is none: for the user of this process alone to read.
 *
 * Every commit is on disk when it returns (`synchronous=FULL`), and readers never wait for writers (write-ahead log).
 *
 * @param maxBytes the file never grows beyond this; null: as far as the disk allows
 */
export function openForWriting(directory: string, maxBytes: number | null): DatabaseSync {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, FILE_NAME);
  closeSync(openSync(file, 'a', 0o600));
  const db = new DatabaseSync(file);
  db.exec(`
    PRAGMA busy_timeout = 2000;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA journal_size_limit = 67108864;
    PRAGMA cache_size = -32000;
    PRAGMA trusted_schema = OFF;
  `);
  if (maxBytes !== null) db.exec(`PRAGMA max_page_count = ${Math.max(1, Math.floor(maxBytes / 4096))}`);
  return db;
}

/** Opens the file for searches: sees every committed write, changes nothing. */
export function openForReading(directory: string): DatabaseSync {
  const db = new DatabaseSync(join(directory, FILE_NAME), { readOnly: true });
  db.exec(`
    PRAGMA busy_timeout = 2000;
    PRAGMA cache_size = -32000;
    PRAGMA temp_store = MEMORY;
    PRAGMA trusted_schema = OFF;
  `);
  return db;
}
