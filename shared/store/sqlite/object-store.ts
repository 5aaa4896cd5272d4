import type { DatabaseSync } from 'node:sqlite';
import type { SearchDocument } from '../../search/document.ts';
import type { Head, ObjectStore, StoredVersion } from '../object-store.ts';
import { createScanCursorCodec } from './cursor.ts';
import { toProblem } from './engine-errors.ts';
import type { Indexer } from './indexer.ts';
import { compactFile, purgeObjects } from './purge.ts';
import { openHeadReader } from './read-heads.ts';
import type { ReaderPool } from './reader-pool.ts';
import { openRebuild } from './rebuild.ts';
import { number, toFoundState, toStoredVersion, VERSION_COLUMNS } from './rows.ts';
import { openScan } from './scan.ts';
import { openObjectWriter } from './write-object.ts';
import type { Writer } from './writer.ts';

/** Names looked up before other work gets a turn. */
const NAMES_PER_TURN = 500;

/** What the object store is made of. */
export type ObjectStoreParts = {
  readonly db: DatabaseSync;
  readonly writer: Writer;
  readonly indexer: Indexer;
  readonly readers: ReaderPool;
  /** Random text of the file, that all who open it share. */
  readonly secret: string;
  /** Makes the search document of a stored object, as its write did. */
  readonly describe: (object: StoredVersion) => SearchDocument;
  /** Is told of faults that callers need not know of. */
  readonly report: (error: unknown) => void;
  readonly tend: ObjectStore['tend'];
  readonly health: ObjectStore['health'];
  readonly close: () => Promise<void>;
};

/** {@link ObjectStore} over SQLite: point reads and writes on this thread, searches in threads of their own. */
export function openObjectStore(parts: ObjectStoreParts): ObjectStore {
  const { db, writer, indexer, readers, secret, report, tend, health, close } = parts;
  const objects = openObjectWriter(db, indexer);
  const scan = openScan(db, createScanCursorCodec(secret));
  const rebuild = openRebuild(parts);
  const readHeads = openHeadReader(db);
  const statements = {
    version: db.prepare(
      `SELECT ${VERSION_COLUMNS} FROM objects o JOIN versions v ON v.doc = o.doc WHERE o.key = ? AND v.version = ?`,
    ),
    history: db.prepare(
      `SELECT ${VERSION_COLUMNS} FROM objects o JOIN versions v ON v.doc = o.doc WHERE o.key = ?
       ORDER BY v.version DESC LIMIT ?`,
    ),
    newest: db.prepare('SELECT max(doc) AS doc FROM objects'),
  };

  return {
    heads: (names) =>
      guarded(async () => {
        const heads: (Head | null)[] = [];
        for (let from = 0; from < names.length; from += NAMES_PER_TURN) {
          if (from > 0) await turn();
          heads.push(...readHeads(names.slice(from, from + NAMES_PER_TURN)));
        }
        return heads;
      }),
    version: (key, version) =>
      guarded(async () => {
        const row = statements.version.get(key, version);
        return row === undefined ? null : toStoredVersion(row);
      }),
    history: (key, limit) =>
      guarded(async (): Promise<StoredVersion[]> => statements.history.all(key, limit).map(toStoredVersion)),
    write: (requests) => writer.run(requests.map((request) => () => objects.write(request))),
    remove: (requests) => writer.run(requests.map((request) => () => objects.remove(request))),
    async search(request) {
      const { rows, next } = await readers.search(request, 'versions');
      return { hits: rows.map(toStoredVersion), next };
    },
    async searchStates(request) {
      const { rows, next } = await readers.search(request, 'states');
      return { hits: rows.map(toFoundState), next };
    },
    scan: (cursor, limit) => guarded(() => scan(cursor, limit)),
    count: () =>
      guarded(async () => {
        const row = statements.newest.get(); // the numbers leave none out (layout.ts)
        return row === undefined || row.doc === null ? 0 : number(row, 'doc');
      }),
    restore: (requests) => writer.run(requests.map((request) => () => objects.restore(request))),
    rebuild: (progress) => guarded(() => rebuild(progress)),
    async purge() {
      await writer.run([() => purgeObjects(db, indexer)]);
      await turn(); // the writer leaves no transaction open between two turns
      try {
        if (db.isOpen) compactFile(db);
      } catch (error) {
        report(error); // everything is removed; only the room is not given back
      }
    },
    tend,
    health,
    close,
  };
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function guarded<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw toProblem(error);
  }
}
