import type { DatabaseSync } from 'node:sqlite';
import type { Writer } from '../commit/writer.ts';
import type { Read } from '../engine/read.ts';

/** After fewer changes than these, a merge is not worth its time. */
const MIN_CHANGES = 1_000;

/** Merges segments of the full-text index, which drops removed entries. */
export type IndexMerger = {
  /** Merges in short transactions, so that other writes run in between. */
  merge(ended?: AbortSignal): Promise<void>;
  /** Merges if enough has changed since the last merge. */
  mergeIfDue(ended?: AbortSignal): Promise<void>;
};

export function openIndexMerger(db: DatabaseSync, read: Read, writer: Writer): IndexMerger {
  const newest = db.prepare(`SELECT seq FROM sqlite_sequence WHERE name = 'changes'`);
  let mergedUntil: number | null = null;

  const lastChange = () => read(() => Number(newest.get()?.seq ?? 0));

  async function merge(ended?: AbortSignal): Promise<void> {
    const until = await lastChange();
    for (let more = true; more && !ended?.aborted; ) more = await writer.step('mergeIndex', null);
    if (!ended?.aborted) mergedUntil = until;
  }

  return {
    merge,
    async mergeIfDue(ended) {
      const isDue = mergedUntil === null || Math.abs((await lastChange()) - mergedUntil) >= MIN_CHANGES;
      if (isDue) await merge(ended);
    },
  };
}
