import { Problem } from './errors/problem.ts';

/** Releases the memory. Further calls do nothing. */
export type Release = () => void;

/**
 * Limits the bytes that large requests and answers hold at once in this process, so that no number of them can exhaust its
 * memory. Each holder estimates what it is about to hold, before it does.
 */
export type MemoryBudget = {
  /**
   * Resolves, in the order of the calls, once this many bytes are free. More bytes than the whole budget are granted too, but only alone.
   * Fewer than {@link UNCOUNTED_BYTES} are not counted and never wait.
   *
   * @throws Problem `overloaded` (503, with `retryAfter`) when they are not free within {@link WAIT_MS}
   */
  hold(bytes: number): Promise<Release>;
  /** As `hold`, but null instead of waiting. For callers that hold something already: their waiting could deadlock. */
  tryHold(bytes: number): Release | null;
};

/** Smaller amounts are not counted: the number of connections limits them. */
export const UNCOUNTED_BYTES = 65_536;

/** How long a request waits for others to finish before it is refused. */
export const WAIT_MS = 10_000;

type Waiting = { readonly bytes: number; readonly proceed: (release: Release) => void };

/** The release of an amount that is not counted. */
export const NOTHING_HELD: Release = () => {};

/** @param capacity bytes that may be held at once */
export function createMemoryBudget(capacity: number): MemoryBudget {
  let held = 0;
  const queue: Waiting[] = [];

  function take(bytes: number): Release {
    held += bytes;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      held -= bytes;
      admit();
    };
  }

  function fits(bytes: number): boolean {
    return held + bytes <= capacity;
  }

  function admit(): void {
    for (let next = queue[0]; next !== undefined && fits(next.bytes); next = queue[0]) {
      queue.shift();
      next.proceed(take(next.bytes));
    }
  }

  function tryHold(wanted: number): Release | null {
    if (wanted < UNCOUNTED_BYTES) return NOTHING_HELD;
    const bytes = Math.min(wanted, capacity);
    return queue.length === 0 && fits(bytes) ? take(bytes) : null;
  }

  return {
    tryHold,
    async hold(wanted) {
      const held = tryHold(wanted);
      if (held !== null) return held;
      const bytes = Math.min(wanted, capacity);
      return new Promise((resolve, reject) => {
        const waiting: Waiting = {
          bytes,
          proceed(release) {
            clearTimeout(timer);
            resolve(release);
          },
        };
        const timer = setTimeout(() => {
          queue.splice(queue.indexOf(waiting), 1);
          admit(); // a smaller request behind this one may fit
          reject(overloaded());
        }, WAIT_MS);
        queue.push(waiting);
      });
    },
  };
}

function overloaded(): Problem {
  return new Problem(
    'overloaded',
    'The service holds as much of large requests and answers as its memory allows: try again later, or ask for less at once.',
    { retryAfter: 5 },
  );
}
