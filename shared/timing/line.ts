/** Runs work when there is a place for it. */
export type Line = <T>(work: () => Promise<T>) => Promise<T>;

/** How many pieces of work may wait, and what is thrown for one more. */
export type LineLimit = { readonly maxWaiting: number; readonly refuse: () => unknown };

/**
 * Lets so many pieces of work run at the same time; others wait in line, in the order in which they came.
 *
 * @param limit absent: any number may wait
 */
export function createLine(places: number, limit?: LineLimit): Line {
  const waiting: (() => void)[] = [];
  let free = places;
  return async (work) => {
    if (free > 0) free--;
    else if (limit !== undefined && waiting.length >= limit.maxWaiting) throw limit.refuse();
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
 * Has one run of the work serve all who asked for it before it began: they share what it gives or throws. Who asks while it runs
 * shares the next one.
 */
export function shareRuns<T>(line: Line, work: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | null = null;
  const begin = (): Promise<T> => {
    next = null;
    return work();
  };
  return () => {
    next ??= Promise.resolve().then(() => line(begin)); // not before `next` is set
    return next;
  };
}
