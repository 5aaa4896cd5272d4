import type { DatabaseSync } from 'node:sqlite';
import type { Writer } from '../commit/writer.ts';
import { number } from '../rows.ts';

/** Pages of the full-text index that one transaction merges: up to 30 milliseconds of work. */
const PAGES_PER_STEP = 64;

/** Percentage of removed entries from which on a part of the index is merged. */
const REMOVED_PERCENT = 10;

/** Fewer changes than these leave too little behind to merge for. */
const MIN_CHANGES = 1_000;

/** {@link keepRemovedEntries} sets this; {@link openIndexMerger} alone has another for the time of a transaction. */
const NEVER = 0;

/**
 * Has FTS5 leave removed entries in its index until {@link openIndexMerger} takes them out. By itself it merges while the commit
 * of a removal lasts, and without a limit where most entries are removed: deleting 200,000 objects took seven times as long, with
 * commits of 600 milliseconds. Inside the transaction that is open.
 */
export function keepRemovedEntries(db: DatabaseSync): void {
  const set = db.prepare(`SELECT 1 FROM terms_config WHERE k = 'deletemerge' AND v = ${NEVER}`).get();
  if (set === undefined) setDeleteMerge(db, NEVER);
}

/** Takes removed entries out of the full-text index. */
export type IndexMerger = {
  /** Does it in many short transactions, so that other writes come in between. */
  merge(ended?: AbortSignal): Promise<void>;
  /** The same, where enough has changed since the last time. */
  mergeIfDue(ended?: AbortSignal): Promise<void>;
};

export function openIndexMerger(db: DatabaseSync, writer: Writer): IndexMerger {
  const newest = db.prepare(`SELECT seq FROM sqlite_sequence WHERE name = 'changes'`);
  const changed = db.prepare('SELECT total_changes() AS count');
  const mergeSome = db.prepare(`INSERT INTO terms (terms, rank) VALUES ('merge', ${PAGES_PER_STEP})`);
  let mergedUntil: number | null = null;

  /** @returns whether there is more to merge: FTS5 counts at least two changes where it did something */
  function step(): boolean {
    setDeleteMerge(db, REMOVED_PERCENT);
    const before = number(changed.get() ?? {}, 'count');
    mergeSome.run();
    const changes = number(changed.get() ?? {}, 'count') - before;
    setDeleteMerge(db, NEVER);
    return changes >= 2;
  }

  async function merge(ended?: AbortSignal): Promise<void> {
    const until = await writer.read(() => Number(newest.get()?.seq ?? 0));
    for (let more = true; more && !ended?.aborted; ) [more = false] = await writer.run([step]);
    if (!ended?.aborted) mergedUntil = until;
  }

  return {
    merge,
    async mergeIfDue(ended) {
      const until = await writer.read(() => Number(newest.get()?.seq ?? 0));
      if (mergedUntil === null || Math.abs(until - mergedUntil) >= MIN_CHANGES) await merge(ended);
    },
  };
}

function setDeleteMerge(db: DatabaseSync, percent: number): void {
  db.exec(`INSERT INTO terms (terms, rank) VALUES ('deletemerge', ${percent})`);
}
