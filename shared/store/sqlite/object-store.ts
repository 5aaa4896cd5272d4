import type { DatabaseSync } from 'node:sqlite';
import type { Head, ObjectStore, StoredVersion } from '../object-store.ts';
import { toProblem } from './engine-errors.ts';
import type { Indexer } from './indexer.ts';
import type { ReaderPool } from './reader-pool.ts';
import { HEAD_COLUMNS, toHead, toStoredVersion, VERSION_COLUMNS } from './rows.ts';
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
  readonly health: ObjectStore['health'];
  readonly close: () => Promise<void>;
};

/** {@link ObjectStore} over SQLite: point reads and writes on this thread, searches in threads of their own. */
export function openObjectStore({ db, writer, indexer, readers, health, close }: ObjectStoreParts): ObjectStore {
  const objects = openObjectWriter(db, indexer);
  const statements = {
    head: db.prepare(
      `SELECT ${HEAD_COLUMNS} FROM aliases a JOIN objects o ON o.doc = a.doc JOIN versions v ON v.number = o.head
       WHERE a.name = ?`,
    ),
    version: db.prepare(
      `SELECT ${VERSION_COLUMNS} FROM objects o JOIN versions v ON v.doc = o.doc WHERE o.key = ? AND v.version = ?`,
    ),
    history: db.prepare(
      `SELECT ${VERSION_COLUMNS} FROM objects o JOIN versions v ON v.doc = o.doc WHERE o.key = ?
       ORDER BY v.version DESC LIMIT ?`,
    ),
  };

  function head(name: string): Head | null {
    const row = statements.head.get(name);
    return row === undefined ? null : toHead(row);
  }

  return {
    heads: (names) =>
      guarded(async () => {
        const heads: (Head | null)[] = [];
        for (let from = 0; from < names.length; from += NAMES_PER_TURN) {
          if (from > 0) await new Promise((resolve) => setImmediate(resolve));
          for (const name of names.slice(from, from + NAMES_PER_TURN)) heads.push(head(name));
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
      const { rows, next } = await readers.search(request);
      return { hits: rows.map(toStoredVersion), next };
    },
    health,
    close,
  };
}

async function guarded<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw toProblem(error);
  }
}
