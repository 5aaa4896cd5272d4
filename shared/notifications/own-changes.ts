import { LRUCache } from 'lru-cache';
import type { ChangedObject } from '../objects/change-feed.ts';

/** Changes published that are remembered until they are read in the store too. */
const MAX_PUBLISHED = 100_000;

/** Milliseconds after which a write of this process that was never published is told all the same: its answer was lost. */
const PATIENCE = 60_000;

/**
 * Keeps apart what this process tells of its own writes when it acknowledges them, and what it reads of them in the store, before
 * or after that: of the two ways each change is to be told once.
 */
export type OwnChanges = {
  /** The objects of a published change that were not told already. */
  published(objects: readonly ChangedObject[]): readonly ChangedObject[];
  /** Takes note of an own write that was read in the store. */
  read(object: ChangedObject): void;
  /** The own writes that were read long ago, and never published. They are not given again. */
  overdue(): readonly ChangedObject[];
};

/** @param now UTC milliseconds */
export function createOwnChanges(now: () => number): OwnChanges {
  const published = new LRUCache<string, true>({ max: MAX_PUBLISHED });
  const waiting = new Map<string, { readonly object: ChangedObject; readonly since: number }>();
  const late = new LRUCache<string, true>({ max: MAX_PUBLISHED });
  return {
    published(objects) {
      const untold = objects.filter(({ writeId }) => !late.delete(writeId));
      for (const { writeId } of untold) if (!waiting.delete(writeId)) published.set(writeId, true);
      return untold;
    },
    read(object) {
      if (!published.delete(object.writeId)) waiting.set(object.writeId, { object, since: now() });
    },
    overdue() {
      const found: ChangedObject[] = [];
      for (const [writeId, { object, since }] of waiting) {
        if (now() - since < PATIENCE) break; // they stand in the order in which they were read
        waiting.delete(writeId);
        late.set(writeId, true);
        found.push(object);
      }
      return found;
    },
  };
}
