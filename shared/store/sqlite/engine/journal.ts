import type { DatabaseSync } from 'node:sqlite';

/**
 * How commits are made atomic. With both, a commit is durable when it returns.
 *
 * - `wal`: a write-ahead log beside the file. Readers and writers never wait for each other. Needs memory shared by all
 *   processes, so a local disk.
 * - `rollback`: a copy of the old pages, until the new ones are written. Needs only file locks, which network file systems
 *   have. A commit waits for running reads, and new reads wait for the commit.
 */
export type Journal = 'wal' | 'rollback';

/** Journal mode of the engine, size to which its file is truncated, and how long to wait for a lock. */
export const JOURNALS: Readonly<
  Record<Journal, { readonly mode: string; readonly maxBytes: number; readonly lockTimeoutMs: number }>
> = {
  wal: { mode: 'wal', maxBytes: 67_108_864, lockTimeoutMs: 10_000 },
  // `persist` keeps the file and clears its header. Clients of a network file system cache names for a while, so a deleted
  // journal could look present and one of a killed process absent; opening a file always asks the server.
  // Commits wait for searches: their lock timeout must be longer than that of searches.
  rollback: { mode: 'persist', maxBytes: 4_194_304, lockTimeoutMs: 10_000 },
};

/** Another process changed the journal mode of the file: this process must not write to it. */
export class JournalChanged extends Error {
  override readonly name = 'JournalChanged';
  /** The code that `node:sqlite` uses for an unusable connection. */
  readonly code = 'ERR_INVALID_STATE';

  constructor() {
    super('Another process opened the database in another way: give all processes the same SVC_DATA_DIR_ON.');
  }
}

/** Whether the file still has this journal mode: another process may have changed it. */
export function hasJournal(db: DatabaseSync, journal: Journal): boolean {
  return db.prepare('PRAGMA journal_mode').get()?.['journal_mode'] === JOURNALS[journal].mode;
}

/**
 * Removes earlier contents of the file from the journal. No transaction may be open.
 *
 * @throws the error of the engine when another process is writing
 */
export function emptyJournal(db: DatabaseSync, journal: Journal): void {
  if (journal === 'wal') db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  else db.exec(`PRAGMA journal_mode = DELETE; PRAGMA journal_mode = ${JOURNALS.rollback.mode}`);
}
