/** How long work may run before it yields to other tasks of the event loop. */
const SLICE_MS = 5;

/** Maximum number of steps in a slice, since the clock of some runtimes does not advance while code runs. */
const MAX_STEPS = 1000;

/** Divides long synchronous work into slices, between which other tasks run: `if (slices.over()) await slices.next()`. */
export type Slices = {
  /** Called after each step of the work, which should take far less than a millisecond. */
  readonly over: () => boolean;
  /** Starts the next slice in a later task. */
  readonly next: () => Promise<void>;
};

/** Starts the first slice. */
export function createSlices(): Slices {
  let start = performance.now();
  let steps = 0;
  return {
    over: () => ++steps >= MAX_STEPS || performance.now() - start > SLICE_MS,
    async next() {
      await nextTask();
      start = performance.now();
      steps = 0;
    },
  };
}

/** Yields items in slices. */
export async function* inSlices<T>(items: Iterable<T>): AsyncGenerator<T> {
  const slices = createSlices();
  for (const item of items) {
    if (slices.over()) await slices.next();
    yield item;
  }
}

/** Maps items in slices. @returns the results in order */
export async function mapInSlices<T, R>(items: Iterable<T>, map: (item: T, index: number) => R): Promise<R[]> {
  const slices = createSlices();
  const results: R[] = [];
  for (const item of items) {
    results.push(map(item, results.length));
    if (slices.over()) await slices.next();
  }
  return results;
}

/**
 * Resolves in a later task of the event loop, after I/O that is ready. Long synchronous work awaits it regularly.
 *
 * Timers take at least a millisecond, so `setImmediate` is used where it exists.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}
