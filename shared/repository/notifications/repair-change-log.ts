import * as z from 'zod/mini';
import { changedObject } from '../objects/change-feed.ts';
import { observe, type WriteObserver } from '../objects/write-observer.ts';
import type { Bookmark } from '../store/bookmark.ts';
import type { Head, ObjectStore } from '../store/object-store.ts';
import type { ChangeLog } from './change-log.ts';

export type RepairParts = {
  readonly store: Pick<ObjectStore, 'changes'>;
  /** The checkpoint of the last repair. */
  readonly bookmark: Bookmark;
  readonly log: Pick<ChangeLog, 'publish' | 'recordedSince'>;
  /** Called with each cursor before which every change is logged. */
  readonly reached?: (cursor: string) => Promise<void>;
  /** A process that did not log a change may not have called its observers either. */
  readonly observers: readonly WriteObserver[];
  /** UTC milliseconds. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Ends the repair before its next page. */
  readonly signal?: AbortSignal;
};

const CHECKPOINT = z.object({
  cursor: z.string(),
  /** When the cursor was read, UTC milliseconds. */
  time: z.number(),
});

const PAGE_SIZE = 500;

/** A running write has logged its change after this time, or failed. */
const WRITE_TIMEOUT_MS = 10_000;

/**
 * Logs changes that are in the store and not in the log, because a process was killed between the two, or the log did not respond, or
 * the process does not write to the log. Subscribers then receive them, and cached profiles that lack them are invalidated. Checks
 * the changes since the last repair; the first repair only writes a checkpoint. Runs periodically; it ends early when another
 * process has taken over.
 *
 * @returns the number of missing objects
 * @throws Problem `store-unavailable` (503): the next repair continues after the last complete page
 */
export async function repairChangeLog(parts: RepairParts): Promise<number> {
  const { store, bookmark, log, observers, now, sleep, signal, reached } = parts;
  const text = await bookmark.read();
  let checkpoint = text === null ? null : z.parse(CHECKPOINT, JSON.parse(text));
  let missing = 0;
  for (;;) {
    const time = now();
    const page = await store.changes(checkpoint?.cursor ?? null, PAGE_SIZE);
    if (checkpoint !== null && page.objects.length > 0) {
      missing += await repair(
        checkpoint.time,
        page.objects.map(({ head }) => head),
      );
    }
    const isChecked = checkpoint !== null;
    // The changes of later pages may have been logged since this repair began.
    checkpoint = { cursor: page.next, time: page.more && checkpoint !== null ? checkpoint.time : time };
    const isWritten = await bookmark.write(JSON.stringify(checkpoint satisfies z.infer<typeof CHECKPOINT>));
    if (!isWritten) return missing;
    if (isChecked) await reached?.(page.next);
    if (!page.more || signal?.aborted === true) return missing;
  }

  /** Logs the changes that are missing in the log. @returns their number */
  async function repair(since: number, heads: readonly Head[]): Promise<number> {
    if ((await unrecorded(since, heads)).length === 0) return 0;
    await sleep(WRITE_TIMEOUT_MS);
    const unlogged = await unrecorded(since, heads);
    if (unlogged.length === 0) return 0;
    const changes = observe(observers);
    for (const head of unlogged) changes.addAmongOthers(head);
    await changes.end();
    await log.publish({
      kind: unlogged.length === 1 ? 'single' : 'batch',
      objects: unlogged.map((head) => changedObject(head)),
    });
    return unlogged.length;
  }

  async function unrecorded(since: number, heads: readonly Head[]): Promise<readonly Head[]> {
    const recorded = await log.recordedSince(since);
    return heads.filter(({ writeId }) => !recorded.has(writeId));
  }
}
