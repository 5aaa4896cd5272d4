/** Computations under way, so that equal requests share one. */
export type InFlight<Result, Step> = {
  /**
   * Joins the computation under this key, or begins it.
   *
   * @param report is told each step, and at once the one that a computation joined is at
   */
  run(
    key: string,
    work: (report: (step: Step) => void) => Promise<Result>,
    report: (step: Step) => void,
  ): Promise<Result>;
};

/** No computation is under way. */
export function createInFlight<Result, Step>(): InFlight<Result, Step> {
  type Running = { readonly result: Promise<Result>; readonly listeners: Set<(step: Step) => void>; step: Step | null };
  const running = new Map<string, Running>();
  return {
    run(key, work, report) {
      const known = running.get(key);
      if (known !== undefined) {
        known.listeners.add(report);
        if (known.step !== null) report(known.step);
        return known.result;
      }
      const listeners = new Set([report]);
      const { promise: result, resolve, reject } = Promise.withResolvers<Result>();
      const own: Running = { result, listeners, step: null };
      running.set(key, own);
      const tell = (step: Step): void => {
        own.step = step;
        for (const listener of listeners) listener(step);
      };
      void work(tell)
        .finally(() => running.delete(key))
        .then(resolve, reject);
      return result;
    },
  };
}
