import { nextTask } from '../concurrency/next-task.ts';

/** Milliseconds after which long work lets others go on. */
const SLICE_MS = 5;

/** The clock of some runtimes stands still while code runs: so many steps end a slice there. */
const SLICE_STEPS = 1000;

/** Cuts long work into slices, between which the event loop serves others: `if (slices.over()) await slices.next()`. */
export type Slices = {
  /** To be asked after each step of the work, which should take far less than a millisecond. */
  readonly over: () => boolean;
  /** Resolves in a later task, when what came meanwhile has been served; begins the next slice. */
  readonly next: () => Promise<void>;
};

/** Slices of {@link SLICE_MS}, of which the first begins now. */
export function createSlices(): Slices {
  let began = performance.now();
  let steps = 0;
  return {
    over: () => ++steps >= SLICE_STEPS || performance.now() - began > SLICE_MS,
    async next() {
      await nextTask();
      began = performance.now();
      steps = 0;
    },
  };
}

/** Items, handed on in slices. */
export async function* inSlices<T>(items: Iterable<T>): AsyncGenerator<T> {
  const slices = createSlices();
  for (const item of items) {
    if (slices.over()) await slices.next();
    yield item;
  }
}

/** Maps in slices, in order. */
export async function mapInSlices<T, R>(items: Iterable<T>, map: (item: T, index: number) => R): Promise<R[]> {
  const slices = createSlices();
  const results: R[] = [];
  for (const item of items) {
    results.push(map(item, results.length));
    if (slices.over()) await slices.next();
  }
  return results;
}
