/**
 * Gives the writes of one process their turns: those of one object run one after the other, in the order in which they
 * came, so that they need not find out by conflicts of the store that they met. Other processes are the store's business.
 */
export type Turns = {
  /**
   * Runs `work` when everything that came earlier and names one of these keys has ended, well or not; or when
   * {@link PATIENCE} is over: a store that does not answer must not make callers wait for each other's deadlines.
   */
  run<T>(keys: Iterable<string>, work: () => Promise<T>): Promise<T>;
};

/** Milliseconds to wait for a turn. */
const PATIENCE = 5_000;

/** @param patience milliseconds, for tests */
export function createTurns(patience = PATIENCE): Turns {
  /** The latest that came for each key and has not ended. */
  const latest = new Map<string, Promise<void>>();
  return {
    async run(keys, work) {
      const own = new Set(keys);
      const earlier = [...own].flatMap((key) => latest.get(key) ?? []);
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      // All keys are taken in one step: whoever waits here waits for earlier ones only, so nobody waits in a circle.
      for (const key of own) latest.set(key, ended);
      try {
        await allOrLate(earlier, patience);
        return await work();
      } finally {
        for (const key of own) if (latest.get(key) === ended) latest.delete(key);
        end();
      }
    },
  };
}

async function allOrLate(promises: readonly Promise<void>[], patience: number): Promise<void> {
  if (promises.length === 0) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, patience);
  });
  await Promise.race([Promise.all(promises), late]);
  clearTimeout(timer);
}
