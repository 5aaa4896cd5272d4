import type { Change } from '../../shared/objects/change-feed.ts';
import type { DurableObjectState } from './runtime.ts';

/** What a durable object remembers of the writes that it told listeners of. */
export type Told = {
  add(change: Change): Promise<void>;
  /** The `writeId` of each object of each change that was added since a time, UTC milliseconds, and of some before. */
  since(time: number): Promise<readonly string[]>;
};

/** Clocks of the machines that ask may be behind so many milliseconds. */
const SKEW = 60_000;

/** Entries removed at a time: as many as one call takes. */
const AT_ONCE = 128;

const PREFIX = 'told:';
/** All keys of the prefix are before it. */
const END = 'told;';

/** The key of a time: in the order of the numbers. */
const at = (time: number): string => PREFIX + String(Math.max(0, time)).padStart(16, '0');

/** Remembers in the storage of the object. Who asks asks from where the last one ended, so what is older is removed. */
export function createTold(storage: DurableObjectState['storage'], now: () => number): Told {
  return {
    async add({ objects }) {
      await storage.put(
        `${at(now())}:${crypto.randomUUID()}`,
        objects.map(({ writeId }) => writeId),
      );
    },
    async since(time) {
      const start = at(time - SKEW);
      for (let more = true; more; ) {
        const old = [...(await storage.list({ start: PREFIX, end: start, limit: AT_ONCE })).keys()];
        if (old.length > 0) await storage.delete(old);
        more = old.length === AT_ONCE;
      }
      const entries = await storage.list({ start, end: END });
      return [...entries.values()].flatMap((ids) => ids as string[]); // of add
    },
  };
}
