import { unavailable } from './engine/engine-errors.ts';

/** The work under way, and the end of it. */
export type Shift = {
  /** Does the work, unless the store is closed. @throws Problem `store-unavailable` when it is */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when everything that was begun is done; nothing is begun any more. */
  end(): Promise<void>;
};

export function createShift(): Shift {
  const underWay = new Set<Promise<unknown>>();
  let ended = false;
  return {
    async run(work) {
      if (ended) throw unavailable(10);
      const done = work();
      underWay.add(done);
      try {
        return await done;
      } finally {
        underWay.delete(done);
      }
    },
    async end() {
      ended = true;
      while (underWay.size > 0) await Promise.allSettled([...underWay]);
    },
  };
}
