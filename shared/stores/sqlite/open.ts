import { randomBytes } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import type { WaitListener } from '../../base/threads/thread-pool.ts';
import type { SearchDocument } from '../../repository/search/document.ts';
import type { KeyValueStore } from '../../repository/store/key-value-store.ts';
import type { ObjectStore, StoredVersion } from '../../repository/store/object-store.ts';
import { createWriteIds, newInstance } from '../../repository/store/write-ids.ts';
import { openWriter } from './commit/writer.ts';
import { JOURNALS, type Journal, openForWriting, setBusyTimeout } from './engine/database.ts';
import { prepareLayout, readSecret } from './engine/layout.ts';
import { createRead } from './engine/read.ts';
import { openHealth } from './health.ts';
import { openIndexMerger } from './index/merge-index.ts';
import { openKeyValueStore, openSweep } from './key-value-store.ts';
import { openObjectStore } from './object-store.ts';
import { openReaderPool } from './query/reader-pool.ts';

export type SqliteStoreOptions = {
  /** Directory of the files, created if missing. Several processes may share it. */
  readonly directory: string;
  /** The same for all processes; `wal`, the default, needs a local disk. */
  readonly journal?: Journal;
  /** Makes the search document of a stored object, as for a write. Used by rebuilds. */
  readonly describe: (object: StoredVersion) => SearchDocument;
  /** `describe` for large objects, as JSON text and in another thread; absent: in this thread. */
  readonly describeLarge?: (object: StoredVersion) => Promise<string>;
  /** How long to wait for a lock of another process. */
  readonly lockTimeoutMs?: number;
  /** UTC milliseconds; for expiry. */
  readonly clock?: () => number;
  /** Search threads; each starts when it is first needed. */
  readonly readers?: number;
  /** Limit for the size of the database file; writes that exceed it fail. Absent: none. */
  readonly maxBytes?: number;
  /** Logs errors of the engine, which callers do not get. */
  readonly report?: (error: unknown) => void;
  /** Counts searches that wait for a thread. */
  readonly onWaiting?: WaitListener;
  /** Logs a sentence for the operator. */
  readonly warn?: (sentence: string) => void;
};

/** The embedded stores: everything in one SQLite file. */
export type SqliteStore = {
  readonly objects: ObjectStore;
  readonly keyValues: KeyValueStore;
  /** Finishes running operations and releases files and threads. Same as `objects.close`. */
  close(): Promise<void>;
};

/**
 * Opens the embedded store.
 *
 * @throws Error with one sentence for the operator when the file cannot be opened, or belongs to another program or a
 *   newer version of this one
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  const { directory, describe, clock = Date.now, readers: size = 2, maxBytes = null, journal = 'wal' } = options;
  const { report = () => {}, warn = () => {}, lockTimeoutMs = JOURNALS[journal].lockTimeoutMs } = options;
  const db = openFile(directory, maxBytes, journal);
  const read = createRead(lockTimeoutMs);
  const instance = newInstance();
  const writer = openWriter({ directory, journal, maxBytes, lockTimeoutMs, instance }, report);
  const readers = openReaderPool({ directory, journal }, size, report, options.onWaiting);
  const describeLarge = options.describeLarge ?? (async (object) => JSON.stringify(describe(object)));
  let closing: Promise<void> | null = null;

  async function closeAll(): Promise<void> {
    await Promise.all([writer.close(), readers.close()]);
    db.close();
  }

  function close(): Promise<void> {
    closing ??= closeAll();
    return closing;
  }

  const health = openHealth({ db, read, writer, directory, clock, report });
  const sweep = openSweep(writer, clock);
  const indexMerger = openIndexMerger(db, read, writer);
  const watchDisk = openDiskWatch({ directory, clock, warn });
  const tend = async (ended?: AbortSignal) => {
    await watchDisk();
    await sweep(ended);
    await indexMerger.mergeIfDue(ended);
  };
  const secret = readSecret(db);
  const parts = {
    db,
    read,
    writer,
    indexMerger,
    readers,
    secret,
    describe,
    describeLarge,
    report,
    tend,
    health,
    close,
  };
  return {
    objects: openObjectStore({ ...parts, writeIds: createWriteIds(instance) }),
    keyValues: openKeyValueStore(db, read, writer, clock),
    close,
  };
}

/** Opens this thread's connection, which only reads once the file has all tables. */
function openFile(directory: string, maxBytes: number | null, journal: Journal): DatabaseSync {
  let db: DatabaseSync | null = null;
  try {
    db = openForWriting(directory, maxBytes, journal);
    prepareLayout(db, randomBytes(32).toString('base64url'));
    db.exec('PRAGMA query_only = ON');
    setBusyTimeout(db, journal);
    return db;
  } catch (error) {
    db?.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The store in ${directory} cannot be opened. ${reason}`, { cause: error });
  }
}

/** A warning is logged when a smaller share of the disk is free. */
const MIN_FREE_SHARE = 0.1;

const CHECK_INTERVAL_MS = 3_600_000;

const GIGABYTE = 1e9;

/** The disk that a file grows on. */
export type DiskWatchOptions = {
  readonly directory: string;
  /** Now, UTC milliseconds. */
  readonly clock: () => number;
  /** Called with a sentence when little space is left. */
  readonly warn: (sentence: string) => void;
  /** `statfs`: blocks of the disk, and those available to this process. */
  readonly measure?: (
    directory: string,
  ) => Promise<{ readonly blocks: number; readonly bavail: number; readonly bsize: number }>;
};

/** Checks the free disk space at the first call, then at most once an hour. Never throws. */
export function openDiskWatch({ directory, clock, warn, measure = statfs }: DiskWatchOptions): () => Promise<void> {
  let checkedAt: number | null = null;
  return async () => {
    if (checkedAt !== null && Math.abs(clock() - checkedAt) < CHECK_INTERVAL_MS) return;
    checkedAt = clock();
    const disk = await measure(directory).catch(() => null); // not every file system supports it
    if (disk === null || disk.bavail >= disk.blocks * MIN_FREE_SHARE) return;
    const room = ((disk.bavail * disk.bsize) / GIGABYTE).toFixed(1);
    const share = Math.floor((100 * disk.bavail) / disk.blocks);
    warn(`The disk of the embedded store has ${room} GB free, ${share} %. When it is full, writes are refused.`);
  };
}
