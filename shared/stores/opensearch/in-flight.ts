import { toProblem, unavailable } from './engine/engine-errors.ts';

/** The operations in flight; closing the store waits for them. */
export type InFlight = {
  /** Runs the operation. @throws Problem `store-unavailable` once the store is closed */
  run<T>(operation: () => Promise<T>): Promise<T>;
  /** Like `run`; reports failures of the engine, and throws them as the Problem that `explain` returns. */
  guard<T>(operation: () => Promise<T>, explain?: (error: unknown) => unknown): Promise<T>;
  /**
   * Like `run`, but resolves as soon as the signal is aborted: the operation then continues in the background, and a failure is
   * only reported.
   */
  runUntil(aborted: AbortSignal | undefined, operation: () => Promise<void>): Promise<void>;
  /** Starts no more operations; resolves when none is in flight. */
  end(): Promise<void>;
};

/** @param report receives failures of the engine with its own messages */
export function createInFlight(report: (error: unknown) => void): InFlight {
  const operations = new Set<Promise<unknown>>();
  let ended = false;

  async function run<T>(operation: () => Promise<T>): Promise<T> {
    if (ended) throw unavailable(10);
    const promise = operation();
    operations.add(promise);
    try {
      return await promise;
    } finally {
      operations.delete(promise);
    }
  }

  return {
    run,
    guard: (operation, explain = toProblem) =>
      run(async () => {
        try {
          return await operation();
        } catch (error) {
          const problem = explain(error);
          if (problem !== error) report(error);
          throw problem;
        }
      }),
    async runUntil(signal, operation) {
      const promise = run(operation);
      if (signal === undefined) return promise;
      const aborted = new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      promise.catch((error: unknown) => {
        if (signal.aborted) report(error);
      });
      return Promise.race([promise, aborted]);
    },
    async end() {
      ended = true;
      while (operations.size > 0) await Promise.allSettled([...operations]);
    },
  };
}
