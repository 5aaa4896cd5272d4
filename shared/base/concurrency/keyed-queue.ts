/** Runs work one after the other by key, in the order of the calls. */
export type KeyedQueue = {
  /**
   * Runs `work` when all earlier work with one of these keys has ended, successfully or not, or after {@link TIMEOUT_MS}: work
   * that hangs must not block all later calls until its own deadline.
   */
  run<T>(keys: Iterable<string>, work: () => Promise<T>): Promise<T>;
};

const TIMEOUT_MS = 5_000;

/** @param timeoutMs for tests */
export function createKeyedQueue(timeoutMs = TIMEOUT_MS): KeyedQueue {
  /** The last work of each key that has not ended. */
  const last = new Map<string, Promise<void>>();
  return {
    async run(keys, work) {
      const own = new Set(keys);
      const earlier = [...own].flatMap((key) => last.get(key) ?? []);
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      // All keys are entered in one step: work waits only for earlier work, so there are no deadlocks.
      for (const key of own) last.set(key, ended);
      try {
        await allOrTimeout(earlier, timeoutMs);
        return await work();
      } finally {
        for (const key of own) if (last.get(key) === ended) last.delete(key);
        end();
      }
    },
  };
}

async function allOrTimeout(promises: readonly Promise<void>[], timeoutMs: number): Promise<void> {
  if (promises.length === 0) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([Promise.all(promises), timeout]);
  clearTimeout(timer);
}
