import type { DatabaseSync } from 'node:sqlite';
import type { Writer } from '../commit/writer.ts';
import type { Read } from '../engine/read.ts';
import { number } from '../rows.ts';

/** Pages of the full-text index merged per transaction: up to 30 ms of work. */
const PAGES_PER_STEP = 64;

/** Segments with at least this percentage of removed entries are merged. */
const REMOVED_PERCENT = 10;

/** After fewer changes than these, a merge is not worth its time. */
const MIN_CHANGES = 1_000;

/** Set by {@link keepRemovedEntries}; {@link openMergeStep} sets another value for the duration of a transaction. */
const NEVER = 0;

/**
 * Makes FTS5 keep removed entries in its index until {@link openIndexMerger} merges them, inside the open transaction. By default it
 * merges during commits, without a limit when most entries are removed: deleting 200,000 objects took seven times as long, with
 * commits of 600 ms.
 */
export function keepRemovedEntries(db: DatabaseSync): void {
  const set = db.prepare(`SELECT 1 FROM terms_config WHERE k = 'deletemerge' AND v = ${NEVER}`).get();
  if (set === undefined) setDeleteMerge(db, NEVER);
}

/** Merges segments of the full-text index, which drops removed entries. */
export type IndexMerger = {
  /** Merges in short transactions, so that other writes run in between. */
  merge(ended?: AbortSignal): Promise<void>;
  /** Merges if enough has changed since the last merge. */
  mergeIfDue(ended?: AbortSignal): Promise<void>;
};

/** Opens a step that merges some pages. @returns whether there may be more to merge: FTS5 counts at least two changes when it merged something */
export function openMergeStep(db: DatabaseSync): () => boolean {
  const changed = db.prepare('SELECT total_changes() AS count');
  const mergeSome = db.prepare(`INSERT INTO terms (terms, rank) VALUES ('merge', ${PAGES_PER_STEP})`);
  return () => {
    setDeleteMerge(db, REMOVED_PERCENT);
    const before = number(changed.get() ?? {}, 'count');
    mergeSome.run();
    const changes = number(changed.get() ?? {}, 'count') - before;
    setDeleteMerge(db, NEVER);
    return changes >= 2;
  };
}

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

function setDeleteMerge(db: DatabaseSync, percent: number): void {
  db.exec(`INSERT INTO terms (terms, rank) VALUES ('deletemerge', ${percent})`);
}
