import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Problem } from '../../../base/errors/problem.ts';

const BUSY = 5;
const LOCKED = 6;

/** The primary result code of an error of the engine (sqlite.org/rescode.html), or null for any other error. */
function engineCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  if (error.code === 'ERR_SQLITE_ERROR') {
    return 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 1;
  }
  return error.code === 'ERR_INVALID_STATE' ? 1 : null;
}

/** Whether another process holds the lock, so that a retry may succeed. */
export function isBusy(error: unknown): boolean {
  const code = engineCode(error);
  return code === BUSY || code === LOCKED;
}

/** What an operator can do about an error of the engine, by its result code. Neither paths nor the engine's words. */
const REMEDIES: Readonly<Record<number, string>> = {
  8: 'The data directory cannot be written to: mount its disk for writing, and let the user of the service write there.',
  10: 'The disk of the data directory fails or is full: see the log for its reason.',
  11: 'The file of the store is damaged: restore a backup.',
  13: 'The disk of the data directory is full: free space on it, or enlarge it.',
  26: 'The file of the store is damaged: restore a backup.',
};

/** A sentence for operators about an error of the engine; null where only the log can tell. */
export function remedyFor(error: unknown): string | null {
  return REMEDIES[engineCode(error) ?? 0] ?? null;
}

/**
 * The error for callers when the engine fails.
 *
 * @param remedy for operators
 * @param options with the error of the engine as its `cause`, whose message goes to the log only
 */
export function unavailable(retryAfter: number, remedy: string | null = null, options: ErrorOptions = {}): Problem {
  const words = ['The store cannot serve this request now; nothing is lost.', ...(remedy === null ? [] : [remedy])];
  return new Problem('store-unavailable', words.join(' '), { retryAfter }, options);
}

/** Converts errors of the engine to Problem `store-unavailable`; other errors stay as they are. */
export function toProblem(error: unknown): unknown {
  if (engineCode(error) === null) return error;
  return unavailable(isBusy(error) ? 1 : 10, remedyFor(error), { cause: error });
}

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
  // journal could look present and one of a killed process absent; opening a file always queries the server.
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

/** Asks whether the file still has this journal mode: another process may have changed it. */
export function openJournalCheck(db: DatabaseSync, journal: Journal): () => boolean {
  const read = db.prepare('PRAGMA journal_mode');
  return () => read.get()?.['journal_mode'] === JOURNALS[journal].mode;
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

/** Name of the database file in the data directory. */
export const FILE_NAME = 'objects.sqlite';

/**
 * Opens the file for writing. A new file is readable by the user of this process only. Commits are on disk when they return
 * (`synchronous=FULL`).
 *
 * @param maxBytes limit for the size of the file; null: none
 * @throws Error when other processes have the file open with another journal, or when the file has been emptied
 */
export function openForWriting(directory: string, maxBytes: number | null, journal: Journal): DatabaseSync {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, FILE_NAME);
  if (!createFile(file)) refuseEmptied(file);
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

/**
 * Never opens an existing file: closing it would release the locks that this process has on it (POSIX).
 *
 * @returns whether there was none
 */
function createFile(file: string): boolean {
  try {
    closeSync(openSync(file, 'ax', 0o600));
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    return false;
  }
}

/** The file is empty for a moment when it is new: another process may be creating it, or have died while it did. */
const NEW_FILE_MS = 60_000;

/** Refuses a file without contents that is not new: the engine would take it for a new one, and remove the log beside it. */
function refuseEmptied(file: string): void {
  const { size, mtimeMs } = statSync(file);
  if (size > 0) return;
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (log === 0 && Date.now() - mtimeMs < NEW_FILE_MS) return;
  throw new Error(`${FILE_NAME} is empty. Restore it from a backup; to begin with an empty store, delete it.`);
}

function setJournal(db: DatabaseSync, journal: Journal): void {
  try {
    db.exec(`PRAGMA journal_mode = ${JOURNALS[journal].mode}`);
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
  if (openJournalCheck(db, journal)()) return;
  throw new Error('Other processes have it open in another way: stop them, and give all the same SVC_DATA_DIR_ON.');
}

/** Lets a connection wait for locks asynchronously from now on, when it opened the file. Locks in WAL mode are rarely held for long. */
export function setBusyTimeout(db: DatabaseSync, journal: Journal): void {
  db.exec(`PRAGMA busy_timeout = ${journal === 'wal' ? 3 : 0}`);
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
