import * as z from 'zod/mini';
import { changedObject } from '../objects/changed-object.ts';
import { observe, type WriteObserver } from '../objects/write-observer.ts';
import type { Bookmark } from '../store/bookmark.ts';
import type { Head, ObjectStore } from '../store/object-store.ts';
import type { ChangeLog } from './change-log.ts';

export type RepairParts = {
  readonly store: Pick<ObjectStore, 'changes'>;
  /** Where the last repair left off. */
  readonly bookmark: Bookmark;
  readonly log: Pick<ChangeLog, 'publish' | 'recordedSince'>;
  /** The process that did not write them down may not have told its observers either. */
  readonly observers: readonly WriteObserver[];
  /** UTC milliseconds. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Ends the repair before its next part: what is left is for the next time. */
  readonly signal?: AbortSignal;
};

/** Where the repair goes on. */
const MARK = z.object({
  cursor: z.string(),
  /** When the cursor was taken, UTC milliseconds. */
  time: z.number(),
});

/** Objects of one part. */
const OBJECTS = 500;

/** Milliseconds after which a write that is under way has written its entry, or failed to. */
const SETTLED = 10_000;

/**
 * Writes down changes that are in the store and not in the log, because a process died between the two, or the log did not
 * answer it, or does not write there: listeners hear of them then, and profiles that were kept without them end. What was written since the last repair is looked at; the first one only marks where
 * the next begins. To be called again and again; it may be ended between two parts, and ends when another process goes on.
 *
 * @returns how many objects were missing
 * @throws Problem `store-unavailable` (503): the next time begins where this one did, or after its last part
 */
export async function repairChangeLog(parts: RepairParts): Promise<number> {
  const { store, bookmark, log, observers, now, sleep, signal } = parts;
  const kept = await bookmark.read();
  let mark = kept === null ? null : z.parse(MARK, JSON.parse(kept));
  let missing = 0;
  for (;;) {
    const time = now();
    const page = await store.changes(mark?.cursor ?? null, OBJECTS);
    if (mark !== null && page.objects.length > 0) {
      missing += await repaired(
        mark.time,
        page.objects.map(({ head }) => head),
      );
    }
    // The next part begins with what was written after this one's: the log is read from where this repair began.
    mark = { cursor: page.next, time: page.more && mark !== null ? mark.time : time };
    const isLeft = await bookmark.write(JSON.stringify(mark satisfies z.infer<typeof MARK>));
    if (!isLeft || !page.more || signal?.aborted === true) return missing;
  }

  /** How many were missing in the log, which has them now. */
  async function repaired(since: number, heads: readonly Head[]): Promise<number> {
    if ((await unrecorded(since, heads)).length === 0) return 0;
    await sleep(SETTLED);
    const unheard = await unrecorded(since, heads);
    if (unheard.length === 0) return 0;
    const changes = observe(observers);
    for (const head of unheard) changes.addAmongOthers(head);
    await changes.end();
    await log.publish({
      kind: unheard.length === 1 ? 'single' : 'batch',
      objects: unheard.map((head) => changedObject(head)),
    });
    return unheard.length;
  }

  async function unrecorded(since: number, heads: readonly Head[]): Promise<readonly Head[]> {
    const recorded = await log.recordedSince(since);
    return heads.filter(({ writeId }) => !recorded.has(writeId));
  }
}
