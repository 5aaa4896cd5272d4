import { parentPort, workerData } from 'node:worker_threads';
import { Problem, type ProblemRecord, recordOf } from '../../../base/errors/problem.ts';
import type { SearchDocument } from '../../../repository/search/document.ts';
import type {
  Head,
  RemoveOutcome,
  RemoveRequest,
  RestoreOutcome,
  RestoreRequest,
  WriteOutcome,
  WriteRequest,
} from '../../../repository/store/object-store.ts';
import { createWriteIds } from '../../../repository/store/write-ids.ts';
import type { Journal } from '../engine/database.ts';
import { openForWriting } from '../engine/database.ts';
import { type Indexer, openIndexer } from '../index/indexer.ts';
import { type ObjectWriter, openObjectWriter, TOO_LARGE } from './write-object.ts';
import { openWriter, type Writer } from './writer.ts';

/** Options of the thread that writes large objects. */
export type LargeWriterSettings = {
  readonly directory: string;
  readonly journal: Journal;
  readonly maxBytes: number | null;
  readonly lockTimeoutMs: number;
  /** Instance of the store whose write ids the thread assigns. */
  readonly instance: string;
};

/** A task of the thread. */
export type LargeChange =
  /** Prepares the search document of the next change from its JSON text. */
  | { readonly kind: 'document'; readonly document: string; readonly version: number }
  | { readonly kind: 'write'; readonly request: Omit<WriteRequest, 'search'> }
  | { readonly kind: 'restore'; readonly request: Omit<RestoreRequest, 'search'> }
  | { readonly kind: 'remove'; readonly request: RemoveRequest }
  /** Indexes the object again, if it is in this state. */
  | { readonly kind: 'index'; readonly head: Pick<Head, 'key' | 'version' | 'writeId'> };

/** A task, or null to close the file and end the thread. */
export type LargeWriterTask = LargeChange | null;

/** The outcome of a change; null for `document` and `index`. */
export type LargeWriterOutcome = WriteOutcome | RestoreOutcome | RemoveOutcome | null;

/** The response to each change; `faults` are messages for the log. */
export type LargeWriterAnswer = { readonly faults: readonly string[] } & (
  | { readonly outcome: LargeWriterOutcome }
  | { readonly problem: ProblemRecord }
  | { readonly failed: true }
);

type Connection = {
  readonly writer: Writer;
  readonly indexer: Indexer;
  readonly objects: ObjectWriter;
  /** The search document of the next change. */
  next: SearchDocument | null;
  readonly close: () => Promise<void>;
};

/** The thread that writes large objects, through a connection of its own. */
function serve(port: NonNullable<typeof parentPort>, settings: LargeWriterSettings): void {
  const faults: string[] = [];
  const report = (error: unknown) =>
    void faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  let connection: Connection | null = null;

  port.on('message', async (task: LargeWriterTask) => {
    if (task === null) {
      await connection?.close();
      port.close();
      return;
    }
    port.postMessage(await answer(task));
  });

  async function answer(change: LargeChange): Promise<LargeWriterAnswer> {
    try {
      connection ??= connect(settings, report);
      return { outcome: await execute(connection, change), faults: faults.splice(0) };
    } catch (error) {
      if (error instanceof Problem) return { problem: recordOf(error), faults: faults.splice(0) };
      report(error);
      return { failed: true, faults: faults.splice(0) };
    }
  }
}

function connect(settings: LargeWriterSettings, report: (error: unknown) => void): Connection {
  const { directory, journal, maxBytes, lockTimeoutMs, instance } = settings;
  const db = openForWriting(directory, maxBytes, journal);
  const indexer = openIndexer(db);
  const writer = openWriter(db, { journal, lockTimeoutMs, hooks: indexer, clock: Date.now, report });
  const objects = openObjectWriter(db, indexer, createWriteIds(instance), Number.POSITIVE_INFINITY);
  return {
    writer,
    indexer,
    objects,
    next: null,
    async close() {
      await writer.close();
      db.close();
    },
  };
}

async function execute(connection: Connection, change: LargeChange): Promise<LargeWriterOutcome> {
  const { writer, indexer } = connection;
  if (change.kind === 'document') {
    const search = JSON.parse(change.document) as SearchDocument; // made by describeLarge
    await writer.run([() => indexer.number(search)]);
    indexer.prepare(search, change.version);
    connection.next = search;
    return null;
  }
  const [outcome] = await writer.run([() => step(connection, change)]);
  connection.next = null;
  if (outcome === undefined || outcome === TOO_LARGE) throw new Error('A change of a large object had no outcome.');
  return outcome;
}

function step(
  { objects, next }: Connection,
  change: Exclude<LargeChange, { readonly kind: 'document' }>,
): LargeWriterOutcome | typeof TOO_LARGE {
  if (change.kind === 'remove') return objects.remove(change.request);
  if (next === null) throw new Error('The search document of a large object is missing.');
  switch (change.kind) {
    case 'restore':
      return objects.restore({ ...change.request, search: next });
    case 'index':
      objects.index(change.head, next);
      return null;
    case 'write': {
      const outcome = objects.write({ ...change.request, search: next });
      if (outcome === TOO_LARGE || outcome.status !== 'stored') return outcome;
      const { omitted = [] } = next;
      const head = { ...outcome.head, text: '' }; // the caller has the text
      return { ...outcome, head, ...(omitted.length > 0 && { unsearchable: omitted.join(' ') }) };
    }
  }
}

if (parentPort !== null) serve(parentPort, workerData as LargeWriterSettings); // passed by openLargeWriter
