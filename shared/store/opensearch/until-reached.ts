import { sleep } from '../../timing/sleep.ts';
import { EngineFailure } from './engine/transport.ts';
import { faultInWords } from './fault-in-words.ts';

/** Milliseconds between two attempts. */
const PAUSE = 1_000;

/**
 * Does what needs the cluster, and tries again while it cannot be used (specification: database connecting, retry).
 *
 * @param patience milliseconds until it gives up; `Infinity`: never
 * @param report is told why, once for each time that the reason is another than before
 * @throws Error with one sentence for the operator when it gave up, and whatever the work throws that is no EngineFailure
 */
export async function untilReached<T>(
  patience: number,
  report: (error: unknown) => void,
  work: () => Promise<T>,
): Promise<T> {
  let last = '';
  for (let left = patience; ; left -= PAUSE) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error;
      const words = faultInWords(error);
      if (left <= 0) throw new Error(`The search cluster cannot be used. ${words} ${error.message}`, { cause: error });
      if (words !== last)
        report(new Error(`Waiting for the search cluster. ${words} ${error.message}`, { cause: error }));
      last = words;
      await sleep(PAUSE);
    }
  }
}
