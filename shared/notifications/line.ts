/** Runs work when there is a place for it. */
export type Line = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets so many pieces of work run at the same time; others wait in line. */
export function createLine(places: number): Line {
  const waiting: (() => void)[] = [];
  let free = places;
  return async (work) => {
    if (free > 0) free--;
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
