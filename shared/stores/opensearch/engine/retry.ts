import { sleep } from '../../../base/concurrency/sleep.ts';
import { faultInWords } from './engine-errors.ts';
import { EngineFailure } from './transport.ts';

/** Retries and waits that end when the store is closed. */
export type Retrier = {
  /** @throws the error from `closed`, immediately when the store is closed */
  wait(ms: number): Promise<void>;
  /** Runs the operation, and repeats it after growing delays when the engine fails. It may take effect twice. */
  retry<T>(report: (error: unknown) => void, operation: () => Promise<T>): Promise<T>;
  close(): void;
};

const RETRY_DELAYS_MS = [200, 1_000, 4_000];

/** @param closed makes the error for callers that wait when, or after, the store is closed */
export function createRetrier(closed: () => Error): Retrier {
  const controller = new AbortController();
  const { signal } = controller;

  async function wait(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      if (signal.aborted) done();
      else signal.addEventListener('abort', done);
    });
    if (signal.aborted) throw closed();
  }

  return {
    wait,
    async retry(report, operation) {
      for (const delayMs of RETRY_DELAYS_MS) {
        if (signal.aborted) throw closed();
        try {
          return await operation();
        } catch (error) {
          if (!(error instanceof EngineFailure)) throw error;
          report(error);
          await wait(delayMs);
        }
      }
      return operation();
    },
    close: () => controller.abort(),
  };
}

const START_RETRY_DELAY_MS = 1_000;

/**
 * Runs an operation that needs the cluster, and retries it while the cluster cannot be used (specification: database
 * connecting, retry).
 *
 * @param timeoutMs `Infinity`: no limit
 * @param report receives the reason each time that it changes
 * @throws Error with one sentence for the operator after the timeout, and whatever the operation throws that is not an
 *   EngineFailure
 */
export async function retryUntilReached<T>(
  timeoutMs: number,
  report: (error: unknown) => void,
  operation: () => Promise<T>,
): Promise<T> {
  let lastReason = '';
  for (let leftMs = timeoutMs; ; leftMs -= START_RETRY_DELAY_MS) {
    try {
      return await operation();
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error;
      const reason = faultInWords(error);
      if (leftMs <= 0)
        throw new Error(`The search cluster cannot be used. ${reason} ${error.message}`, { cause: error });
      if (reason !== lastReason)
        report(new Error(`Waiting for the search cluster. ${reason} ${error.message}`, { cause: error }));
      lastReason = reason;
      await sleep(START_RETRY_DELAY_MS);
    }
  }
}
