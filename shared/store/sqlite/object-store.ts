import type { DatabaseSync } from 'node:sqlite';
import type { SearchDocument } from '../../search/document.ts';
import type { HeadState, ObjectStore, StoredVersion } from '../object-store.ts';
import type { WriteIds } from '../write-ids.ts';
import { openObjectChanger } from './commit/change-objects.ts';
import type { LargeWriter } from './commit/large-writer.ts';
import { compactFile, purgeObjects } from './commit/purge.ts';
import { openObjectWriter } from './commit/write-object.ts';
import type { Writer } from './commit/writer.ts';
import { createPlaceCodec } from './cursor.ts';
import type { Journal } from './engine/journal.ts';
import type { Indexer } from './index/indexer.ts';
import type { IndexMerger } from './index/merge-index.ts';
import { openRebuild } from './index/rebuild.ts';
import type { ReaderPool } from './query/reader-pool.ts';
import { openChanges } from './read/changes.ts';
import { openHeadReader } from './read/read-heads.ts';
import { openScan } from './read/scan.ts';
import {
  each,
  limitTexts,
  number,
  takeTexts,
  text,
  toHeadState,
  toVersionState,
  VERSION_STATE_COLUMNS,
} from './rows.ts';

/** Names that are looked up before other work runs. */
const NAMES_CHUNK_SIZE = 500;

/** Up to this number of names, removing duplicates costs more than it saves. */
const MIN_DISTINCT_NAMES = 8;

/** Words that this thread takes out of the index of one object: no text that is not large has more. */
const MAX_WORDS = 33_000;

/** What the object store is made of. */
export type ObjectStoreParts = {
  readonly db: DatabaseSync;
  readonly journal: Journal;
  readonly writer: Writer;
  readonly indexer: Indexer;
  readonly indexMerger: IndexMerger;
  readonly readers: ReaderPool;
  readonly largeWriter: LargeWriter;
  readonly writeIds: WriteIds;
  /** Random text of the file, that all who open it share. */
  readonly secret: string;
  /** Makes the search document of a stored object, as its write did. */
  readonly describe: (object: StoredVersion) => SearchDocument;
  /** Its JSON text, of a large object. */
  readonly describeLarge: (object: StoredVersion) => Promise<string>;
  /** Is told of faults that callers need not know of. */
  readonly report: (error: unknown) => void;
  readonly tend: ObjectStore['tend'];
  readonly health: ObjectStore['health'];
  readonly close: () => Promise<void>;
};

/** {@link ObjectStore} over SQLite: point reads and writes on this thread, searches in threads of their own. */
export function openObjectStore(parts: ObjectStoreParts): ObjectStore {
  const { db, journal, writer, indexer, readers, writeIds, secret, report, tend, health, close } = parts;
  const objects = openObjectWriter(db, indexer, writeIds, MAX_WORDS);
  const scan = openScan(db, writer, createPlaceCodec(secret, 'scan cursor 1', 'a scan'));
  const changes = openChanges(db, writer, createPlaceCodec(secret, 'change cursor 1', 'the changes'), writeIds);
  const rebuild = openRebuild(parts);
  const readHeads = openHeadReader(db);
  const statements = {
    version: db.prepare(
      `SELECT ${VERSION_STATE_COLUMNS} FROM objects o JOIN versions v ON v.doc = o.doc
       WHERE o.key = ? AND v.version = ?`,
    ),
    history: db.prepare(
      `SELECT ${VERSION_STATE_COLUMNS} FROM objects o JOIN versions v ON v.doc = o.doc WHERE o.key = ?
       ORDER BY v.version DESC LIMIT ?`,
    ),
    texts: db.prepare(
      `SELECT v.text FROM json_each(?) j
       LEFT JOIN objects o ON o.key = j.value ->> 0 LEFT JOIN versions v ON v.doc = o.doc AND v.version = j.value ->> 1
       ORDER BY j.key`,
    ),
    newest: db.prepare('SELECT max(doc) AS doc FROM objects'),
  };

  return {
    async heads(names) {
      if (names.length <= MIN_DISTINCT_NAMES) return writer.read(() => readHeads(names));
      const distinct = [...new Set(names)];
      const heads = new Map<string, HeadState | null>();
      for (let from = 0; from < distinct.length; from += NAMES_CHUNK_SIZE) {
        if (from > 0) await turn();
        const some = distinct.slice(from, from + NAMES_CHUNK_SIZE);
        const found = await writer.read(() => readHeads(some));
        for (const [place, name] of some.entries()) heads.set(name, found[place] ?? null);
      }
      return names.map((name) => heads.get(name) ?? null);
    },
    version: (key, version) =>
      writer.read(() => {
        const row = statements.version.get(key, version);
        return row === undefined ? null : toVersionState(row);
      }),
    history: (key, limit) =>
      writer.read(() => limitTexts(each(statements.history, key, limit)).map((row) => toVersionState(row))),
    texts: (versions) => {
      const wanted = JSON.stringify(versions.map(({ key, version }) => [key, version]));
      const rows = writer.read(() => takeTexts(each(statements.texts, wanted)));
      return rows.then((taken) => taken.map((row) => (row.text === null ? null : text(row, 'text'))));
    },
    ...openObjectChanger({ ...parts, objects }),
    async search(request) {
      const { rows, next } = await readers.search(request, 'texts');
      return { hits: rows.map(toHeadState), next };
    },
    async searchStates(request) {
      const { rows, next } = await readers.search(request, 'no texts');
      return { hits: rows.map(toHeadState), next };
    },
    scan,
    changes: changes.after,
    changesSince: changes.since,
    count: () =>
      writer.read(() => {
        const row = statements.newest.get(); // the numbers leave none out (layout.ts)
        return row === undefined || row.doc === null ? 0 : number(row, 'doc');
      }),
    rebuild,
    async purge() {
      await writer.run([() => purgeObjects(db, indexer)]);
      await turn(); // the writer leaves no transaction open between two turns, but one that waits for its commit
      try {
        await writer.read(() => db.isOpen && compactFile(db, journal));
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
