/** Lets equal requests share one computation. */
export type SingleFlight<Result, Step> = {
  /**
   * Joins the computation with this key, or begins it.
   *
   * @param report called with each step, and immediately with the current step when a computation is joined
   */
  readonly run: (
    key: string,
    compute: (report: (step: Step) => void) => Promise<Result>,
    report: (step: Step) => void,
  ) => Promise<Result>;
};

/** Creates a single flight without a running computation. */
export function createSingleFlight<Result, Step>(): SingleFlight<Result, Step> {
  type Running = { readonly result: Promise<Result>; readonly listeners: Set<(step: Step) => void>; step: Step | null };
  const running = new Map<string, Running>();
  return {
    run(key, compute, report) {
      const joined = running.get(key);
      if (joined !== undefined) {
        joined.listeners.add(report);
        if (joined.step !== null) report(joined.step);
        return joined.result;
      }
      const { promise: result, resolve, reject } = Promise.withResolvers<Result>();
      const own: Running = { result, listeners: new Set([report]), step: null };
      running.set(key, own);
      const reportToAll = (step: Step): void => {
        own.step = step;
        for (const listener of own.listeners) listener(step);
      };
      void compute(reportToAll)
        .finally(() => running.delete(key))
        .then(resolve, reject);
      return result;
    },
  };
}
