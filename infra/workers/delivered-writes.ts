import type { Change } from '../../shared/objects/change-feed.ts';
import type { DurableObjectState } from './runtime.ts';

/** The writes that a durable object has delivered to its subscribers. */
export type DeliveredWrites = {
  add(change: Change): Promise<void>;
  /** The `writeId` of each object of each change added since a time, UTC milliseconds, and of some earlier ones. */
  since(time: number): Promise<readonly string[]>;
};

/** How far the callers' clocks may be behind. */
const MAX_CLOCK_SKEW_MS = 60_000;

/** The storage deletes up to this many entries per call. */
const DELETE_BATCH_SIZE = 128;

const PREFIX = 'told:';
/** The first key after all keys of the prefix. */
const END = 'told;';

/** The key of a time; keys sort by time. */
const at = (time: number): string => PREFIX + String(Math.max(0, time)).padStart(16, '0');

/** Keeps them in the object's storage. Each query starts where the previous one ended, so older entries are deleted. */
export function createDeliveredWrites(storage: DurableObjectState['storage'], now: () => number): DeliveredWrites {
  return {
    async add({ objects }) {
      await storage.put(
        `${at(now())}:${crypto.randomUUID()}`,
        objects.map(({ writeId }) => writeId),
      );
    },
    async since(time) {
      const start = at(time - MAX_CLOCK_SKEW_MS);
      for (let more = true; more; ) {
        const old = [...(await storage.list({ start: PREFIX, end: start, limit: DELETE_BATCH_SIZE })).keys()];
        if (old.length > 0) await storage.delete(old);
        more = old.length === DELETE_BATCH_SIZE;
      }
      const entries = await storage.list({ start, end: END });
      return [...entries.values()].flatMap((ids) => ids as string[]); // of add
    },
  };
}
