import { sleep } from '../../base/concurrency/sleep.ts';
import { Problem } from '../../base/errors/problem.ts';

/** Upper limit of the random delay before the second attempt; it doubles with each further one. */
const MAX_FIRST_DELAY_MS = 100;

/**
 * Repeats a read that is followed by a write with the revision that was read, when another process has written in between. It ends
 * after some attempts, so that processes which all write one entry do not keep each other, and the store, busy without end.
 *
 * @param attempt reads and writes; null when the entry has changed in between
 * @param maxAttempts more than three for an entry that many processes write all the time
 * @returns the result of the attempt that succeeded
 * @throws Problem `store-unavailable` (503) after the last attempt
 */
export async function compareAndSet<T>(attempt: () => Promise<T | null>, maxAttempts = 3): Promise<T> {
  for (let failed = 0; failed < maxAttempts; failed++) {
    const delayMs = failed === 0 ? 0 : Math.random() * MAX_FIRST_DELAY_MS * 2 ** (failed - 1);
    if (delayMs > 0) await sleep(delayMs);
    const result = await attempt();
    if (result !== null) return result;
  }
  throw new Problem('store-unavailable', 'Too many others change the same entry: try again.', { retryAfter: 1 });
}
