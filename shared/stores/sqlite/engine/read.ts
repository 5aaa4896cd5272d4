import { sleep } from '../../../base/concurrency/sleep.ts';
import { isBusy, toProblem } from './database.ts';

/**
 * Runs a synchronous read, and again as long as a commit locks the file: with a rollback journal, commits do.
 *
 * @throws Problem `store-unavailable` when the engine fails
 */
export type Read = <T>(read: () => T) => Promise<T>;

/** The first commit is often over within a millisecond; several readers do not retry in step. */
const MAX_RETRY_DELAYS_MS = [1, 2, 4, 8] as const;
const MAX_RETRY_DELAY_MS = 20;

/** @param lockTimeoutMs how long to retry */
export function createRead(lockTimeoutMs: number): Read {
  return async (read) => {
    const until = performance.now() + lockTimeoutMs;
    for (let tries = 0; ; tries++) {
      try {
        return read();
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) throw toProblem(error);
        await sleep(Math.random() * (MAX_RETRY_DELAYS_MS[tries] ?? MAX_RETRY_DELAY_MS));
      }
    }
  };
}
