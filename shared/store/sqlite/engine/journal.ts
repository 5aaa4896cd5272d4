import type { DatabaseSync } from 'node:sqlite';

/**
 * How a commit becomes whole or nothing. Both are durable when a commit returns.
 *
 * - `wal`: a write-ahead log beside the file. Readers never wait for writers, nor writers for readers. It needs memory that
 *   all processes share: a local disk.
 * - `rollback`: a copy of the old pages, until the new ones are written. It needs nothing but locks, which network file
 *   systems have. A commit waits for the reads that are under way, and new reads wait for it.
 */
export type Journal = 'wal' | 'rollback';

/** What the engine calls them, how large a file of each may stay (bytes), and how long locks are waited for (ms). */
export const JOURNALS: Readonly<
  Record<Journal, { readonly mode: string; readonly sizeLimit: number; readonly patience: number }>
> = {
  wal: { mode: 'wal', sizeLimit: 67_108_864, patience: 10_000 },
  // The journal stays, and is emptied: whether a killed process left one to roll back is then seen by opening it, for which
  // every client of a network file system asks the server, and not by its name, which clients remember for a while.
  // A commit waits for searches, so its patience is longer than theirs.
  rollback: { mode: 'persist', sizeLimit: 4_194_304, patience: 10_000 },
};

/** Another process gave the file another journal; with that one this process must not write. */
export class JournalChanged extends Error {
  override readonly name = 'JournalChanged';
  /** As the engine calls a connection that cannot be used. */
  readonly code = 'ERR_INVALID_STATE';

  constructor() {
    super('Another process opened the database in another way: give all processes the same SVC_DATA_DIR_ON.');
  }
}

/** Whether the file is open with this journal: another process may have changed that. */
export function keepsJournal(db: DatabaseSync, journal: Journal): boolean {
  return db.prepare('PRAGMA journal_mode').get()?.['journal_mode'] === JOURNALS[journal].mode;
}

/**
 * Removes what the journal still holds of former contents. Must be called while no transaction is open.
 *
 * @throws what the engine does when another process is writing
 */
export function emptyJournal(db: DatabaseSync, journal: Journal): void {
  if (journal === 'wal') db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  else db.exec(`PRAGMA journal_mode = DELETE; PRAGMA journal_mode = ${JOURNALS.rollback.mode}`);
}
