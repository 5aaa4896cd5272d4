import type { Follower } from '../../shared/repository/notifications/follow-changes.ts';
import { changedObject } from '../../shared/repository/objects/change-feed.ts';
import type { ObjectStore } from '../../shared/repository/store/object-store.ts';
import type { ChangeLines } from './change-lines.ts';
import { MIN_LIMIT } from './parameters.ts';

/** Changes that a caller gets in one answer. */
export type ChangeLinesPage = {
  readonly lines: readonly string[];
  /** The position after them. */
  readonly cursor: string;
  /** Whether there were further changes. */
  readonly more: boolean;
  /** The store was purged since the cursor. */
  readonly purged: boolean;
};

type Reader = { readonly store: Pick<ObjectStore, 'changes'>; readonly linesOf: ChangeLines };

/** Time in which an answer collects lines, of which pages of the store may have none. */
const MAX_COLLECT_MS = 5_000;

/**
 * Reads changes after a cursor until there are `limit` lines, or nearly, or no further changes.
 *
 * @throws Problem `invalid-parameter` (400) for an invalid cursor, `store-unavailable` (503)
 */
export async function collectPage({ store, linesOf }: Reader, start: string, limit: number): Promise<ChangeLinesPage> {
  const end = performance.now() + MAX_COLLECT_MS;
  const lines: string[] = [];
  let page: ChangeLinesPage = { lines, cursor: start, more: true, purged: false };
  while (page.more && limit - lines.length >= MIN_LIMIT && performance.now() < end) {
    const { objects, next, more, purged = false } = await store.changes(page.cursor, limit - lines.length);
    if (purged) lines.length = 0; // what was read before is gone
    lines.push(...(await linesOf(objects.map(({ head }) => changedObject(head)))));
    page = { lines, cursor: next, more, purged: page.purged || purged };
  }
  return page;
}

/**
 * Waits for a change that the caller may see, and closes the follower.
 *
 * @param start the cursor of the follower
 * @returns the cursor before that change; or the last one, if there was no such change in time
 * @throws Problem `store-unavailable` (503)
 */
export async function awaitChange(
  linesOf: ChangeLines,
  follower: Follower,
  start: string,
  timeoutMs: number,
): Promise<{ readonly cursor: string; readonly isFound: boolean }> {
  const end = performance.now() + timeoutMs;
  let cursor = start;
  try {
    for (let left = timeoutMs; left > 0; left = end - performance.now()) {
      const page = await follower.next(left);
      if (typeof page === 'string') break;
      if (page.purged || (await linesOf(page.objects)).length > 0) return { cursor, isFound: true };
      cursor = page.cursor;
    }
    return { cursor, isFound: false };
  } finally {
    follower.close();
  }
}
