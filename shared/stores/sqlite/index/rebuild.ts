import type { DatabaseSync } from 'node:sqlite';
import { createSlices } from '../../../base/concurrency/slices.ts';
import type { SearchDocument } from '../../../repository/search/document.ts';
import type { Head, ObjectStore, StoredVersion } from '../../../repository/store/object-store.ts';
import type { IndexInput } from '../commit/steps.ts';
import type { Writer } from '../commit/writer.ts';
import type { Read } from '../engine/read.ts';
import { each, HEAD_COLUMNS, number, takeTexts, toHead } from '../rows.ts';
import type { IndexMerger } from './merge-index.ts';
import { SWEPT } from './rebuild-steps.ts';

/** Objects read before other tasks run. */
const CHUNK_SIZE = 50;

/** How often objects are read again that changed before they were indexed. */
const MAX_TRIES = 3;

/** Larger objects are described as {@link RebuildParts.describeLarge}. */
const MIN_LARGE_LENGTH = 65_536;

/** Dependencies of a rebuild. */
export type RebuildParts = {
  readonly db: DatabaseSync;
  readonly read: Read;
  readonly writer: Writer;
  readonly indexMerger: IndexMerger;
  /** Makes the search document of a stored object, as for a write. */
  readonly describe: (object: StoredVersion) => SearchDocument;
  /** The JSON text of the search document of a large object. */
  readonly describeLarge: (object: StoredVersion) => Promise<string>;
};

/**
 * Prepares `ObjectStore.rebuild`. Each object is removed from the index and indexed again in one transaction, so that all objects
 * are found even when the process is killed. One that changes meanwhile is indexed by its change. Unused words and names are removed at
 * the end.
 */
export function openRebuild(parts: RebuildParts): ObjectStore['rebuild'] {
  const { db, read, writer, indexMerger, describe, describeLarge } = parts;
  const following = db.prepare(
    `SELECT o.doc, ${HEAD_COLUMNS} FROM objects o JOIN versions v ON v.number = o.head
     WHERE o.doc > ? AND o.doc <= ? ORDER BY o.doc LIMIT ${CHUNK_SIZE}`,
  );

  async function documentOf(head: Head): Promise<string | null> {
    if (head.deleted) return null;
    return head.text.length > MIN_LARGE_LENGTH ? describeLarge(head) : JSON.stringify(describe(head));
  }

  /** Indexes the objects that are still as they were read. @returns whether all are */
  async function indexAll(heads: readonly Head[]): Promise<boolean> {
    const slices = createSlices();
    const inputs: IndexInput[] = [];
    for (const { key, version, writeId, ...head } of heads) {
      const state = { key, version, writeId };
      inputs.push({ head: state, search: await documentOf({ ...head, ...state }) });
      if (slices.over()) await slices.next();
    }
    return (await writer.steps('index', [inputs])).every(Boolean);
  }

  async function indexChunk(after: number, ceiling: number): Promise<{ reached: number | null; count: number }> {
    for (let tries = 1; ; tries++) {
      const rows = await read(() => takeTexts(each(following, after, ceiling)));
      const last = rows.at(-1);
      if (last === undefined) return { reached: null, count: 0 };
      // An object that is written all the time is indexed by its writes.
      if ((await indexAll(rows.map(toHead))) || tries === MAX_TRIES) {
        return { reached: number(last, 'doc'), count: rows.length };
      }
    }
  }

  return async (progress = () => {}) => {
    const ceiling = await writer.step('beginRebuild', null);
    let done = 0;
    for (let after = 0; ; ) {
      const { reached, count } = await indexChunk(after, ceiling);
      if (reached === null) break;
      after = reached;
      done += count;
      progress(done);
    }
    for (const table of SWEPT) {
      let after: string | number | null = null;
      do after = await writer.step('sweepNames', { table, after });
      while (after !== null);
    }
    await indexMerger.merge();
    return done;
  };
}
