import type { DatabaseSync } from 'node:sqlite';
import { number } from '../rows.ts';

/** Pages of the full-text index merged per transaction: up to 30 ms of work. */
const PAGES_PER_STEP = 64;

/** Segments with at least this percentage of removed entries are merged. */
const REMOVED_PERCENT = 10;

/** Set by {@link keepRemovedEntries}; {@link openMergeStep} sets another value for the duration of a transaction. */
const NEVER = 0;

/**
 * Makes FTS5 keep removed entries in its index until {@link openMergeStep} merges them, inside the open transaction. By default it
 * merges during commits, without a limit when most entries are removed: deleting 200,000 objects took seven times as long, with
 * commits of 600 ms.
 */
export function keepRemovedEntries(db: DatabaseSync): void {
  const set = db.prepare(`SELECT 1 FROM terms_config WHERE k = 'deletemerge' AND v = ${NEVER}`).get();
  if (set === undefined) setDeleteMerge(db, NEVER);
}

/** Opens a step that merges some pages. It returns whether there may be more to merge. */
export function openMergeStep(db: DatabaseSync): () => boolean {
  const changed = db.prepare('SELECT total_changes() AS count');
  const mergeSome = db.prepare(`INSERT INTO terms (terms, rank) VALUES ('merge', ${PAGES_PER_STEP})`);
  return () => {
    setDeleteMerge(db, REMOVED_PERCENT);
    const before = number(changed.get() ?? {}, 'count');
    mergeSome.run();
    const changes = number(changed.get() ?? {}, 'count') - before;
    setDeleteMerge(db, NEVER);
    return changes >= 2; // FTS5 counts at least two changes when it merged something
  };
}

function setDeleteMerge(db: DatabaseSync, percent: number): void {
  db.exec(`INSERT INTO terms (terms, rank) VALUES ('deletemerge', ${percent})`);
}
