/** Runs work immediately or when earlier work has ended. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Limits how much work runs concurrently. The rest waits in a queue and starts in the order of the calls.
 *
 * @param queue its length, and the error for calls beyond it; absent: unlimited
 */
export function createLimiter(
  maxConcurrency: number,
  queue?: { readonly maxLength: number; readonly refuse: () => unknown },
): Limiter {
  const waiting: (() => void)[] = [];
  let free = maxConcurrency;
  return async (work) => {
    if (free > 0) free--;
    else if (queue !== undefined && waiting.length >= queue.maxLength) throw queue.refuse();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}

/**
 * Returns a function that runs `work`. Calls share the result or error of the first run that starts after them: calls during a run
 * share the next one.
 */
export function coalesce<T>(limiter: Limiter, work: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | null = null;
  const start = (): Promise<T> => {
    next = null;
    return work();
  };
  return () => {
    next ??= Promise.resolve().then(() => limiter(start)); // starts only after `next` is set
    return next;
  };
}
