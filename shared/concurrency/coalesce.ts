import type { Limiter } from './limiter.ts';

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
    next ??= Promise.resolve().then(() => limiter(start)); // not before `next` is set
    return next;
  };
}
