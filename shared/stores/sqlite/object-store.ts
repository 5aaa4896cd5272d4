import type { DatabaseSync } from 'node:sqlite';
import { literalText } from '../../repository/search/pattern.ts';
import type { ObjectStore, SearchPage, SearchRequest } from '../../repository/store/object-store.ts';
import type { WriteIds } from '../../repository/store/write-ids.ts';
import { openObjectChanger } from './commit/change-objects.ts';
import { openVectors } from './commit/change-vectors.ts';
import { createNumberCodec } from './cursor.ts';
import { openRebuild, type RebuildParts } from './index/rebuild.ts';
import type { ReaderPool } from './query/reader-pool.ts';
import type { Columns } from './query/search.ts';
import { openChanges } from './read/changes.ts';
import { openHeadReader, openScan } from './read/read-objects.ts';
import {
  each,
  limitTexts,
  number,
  TEXTLESS_STATE_COLUMNS,
  takeTexts,
  text,
  toHeadState,
  toVersionState,
  toVersionTrail,
  VERSION_STATE_COLUMNS,
} from './rows.ts';

/** The parts of the object store. */
export type ObjectStoreParts = RebuildParts & {
  readonly readers: ReaderPool;
  readonly writeIds: WriteIds;
  /** Random text in the file, the same for every process. */
  readonly secret: string;
  /** Logs errors that callers do not get. */
  readonly report: (error: unknown) => void;
  readonly tend: ObjectStore['tend'];
  readonly health: ObjectStore['health'];
  readonly close: () => Promise<void>;
};

/** {@link ObjectStore} over SQLite: point reads on this thread, writes in a thread, searches in others. */
export function openObjectStore(parts: ObjectStoreParts): ObjectStore {
  const { db, read, writer, readers, writeIds, secret, report, tend, health, close } = parts;
  const scan = openScan(db, read, createNumberCodec(secret, 'scan cursor 1', 'a scan'));
  const changes = openChanges(db, read, createNumberCodec(secret, 'change cursor 1', 'the changes'), writeIds);
  const rebuild = openRebuild(parts);
  const emptySearchCheck = openEmptySearchCheck(db);
  const statements = {
    version: db.prepare(
      `SELECT ${VERSION_STATE_COLUMNS} FROM objects o JOIN versions v ON v.doc = o.doc
       WHERE o.key = ? AND v.version = ?`,
    ),
    history: db.prepare(
      `SELECT ${VERSION_STATE_COLUMNS} FROM objects o JOIN versions v ON v.doc = o.doc WHERE o.key = ?
       ORDER BY v.version DESC LIMIT ?`,
    ),
    textlessHistory: db.prepare(
      `SELECT ${TEXTLESS_STATE_COLUMNS} FROM objects o JOIN versions v ON v.doc = o.doc WHERE o.key = ?
       ORDER BY v.version DESC LIMIT ? OFFSET ?`,
    ),
    trail: db.prepare(
      `SELECT v.version, v.time, t.written, t.removed FROM objects o JOIN versions v ON v.doc = o.doc
       LEFT JOIN trails t ON t.doc = v.doc AND t.version = v.version
       WHERE o.key = ? ORDER BY v.version DESC LIMIT ?`,
    ),
    texts: db.prepare(
      `SELECT v.text FROM json_each(?) j
       LEFT JOIN objects o ON o.key = j.value ->> 0 LEFT JOIN versions v ON v.doc = o.doc AND v.version = j.value ->> 1
       ORDER BY j.key`,
    ),
    newest: db.prepare('SELECT max(doc) AS doc FROM objects'),
  };

  async function search(request: SearchRequest, columns: Columns): Promise<SearchPage> {
    const isEmpty = emptySearchCheck(request);
    // Other searches join the readers at once, so that closing the store waits for them.
    if (isEmpty !== null && (await read(isEmpty))) {
      return { hits: [], next: null, ...(request.countTo !== undefined && request.cursor === null && { total: 0 }) };
    }
    const { rows, ...page } = await readers.search(request, columns);
    return { hits: rows.map(toHeadState), ...page };
  }

  return {
    heads: openHeadReader(db, read),
    recentHeads: async () => null, // reading the current ones costs no more
    version: (key, version) =>
      read(() => {
        const row = statements.version.get(key, version);
        return row === undefined ? null : toVersionState(row);
      }),
    history: (key, limit) =>
      read(() => {
        const { history, textlessHistory } = statements;
        const rest = (position: number) => each(textlessHistory, key, limit - position, position);
        return limitTexts(each(history, key, limit), rest).map((row) => toVersionState(row));
      }),
    trail: (key, limit) => read(() => Array.from(each(statements.trail, key, limit), toVersionTrail)),
    texts: (versions) => {
      const wanted = JSON.stringify(versions.map(({ key, version }) => [key, version]));
      const rows = read(() => takeTexts(each(statements.texts, wanted)));
      return rows.then((taken) => taken.map((row) => (row.text === null ? null : text(row, 'text'))));
    },
    ...openObjectChanger(parts),
    makeSearchable: async () => {}, // searches see what is committed
    search: (request) => search(request, 'texts'),
    searchStates: (request) => search(request, 'no texts'),
    vectors: openVectors(db, read, writer),
    scan,
    changes: changes.after,
    changesSince: changes.since,
    changeTimes: changes.times,
    count: () =>
      read(() => {
        const row = statements.newest.get(); // numbers have no gaps (engine/layout.ts)
        return row === undefined || row.doc === null ? 0 : number(row, 'doc');
      }),
    rebuild,
    async purge() {
      await writer.step('purge', null);
      await writer.task('compact').catch(report); // everything is removed; only the disk space was not freed
    },
    tend,
    health,
    close,
  };
}

/** Returns a read that says whether the search finds nothing; null for searches that are not checked. */
type EmptySearchCheck = (request: SearchRequest) => (() => boolean) | null;

/**
 * Recognizes searches for everything of types that no object has had. They find nothing, and need no thread: each process makes
 * such a search when it starts and every few seconds (`followForwarding`).
 */
function openEmptySearchCheck(db: DatabaseSync): EmptySearchCheck {
  const find = db.prepare('SELECT 1 FROM type_keys WHERE name IN (SELECT value FROM json_each(?)) LIMIT 1');
  return ({ query, types, cursor }) => {
    if (query.kind !== 'all' || types === null || cursor !== null) return null;
    const names = types.include.map(literalText);
    return names.includes(null) ? null : () => find.get(JSON.stringify(names)) === undefined;
  };
}
