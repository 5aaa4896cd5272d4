/**
 * Numbers that say in which order objects were made: UTC milliseconds times {@link STEPS}, plus a count within the
 * millisecond. Always rising within one process; between machines as exact as their clocks. They fit a double until 2255.
 */
export type CreationClock = {
  /** A number above all that this process gave before. */
  next(): number;
};

const STEPS = 1_000;

/** @param clock UTC milliseconds */
export function createCreationClock(clock: () => number): CreationClock {
  let last = 0;
  // Processes that make objects in the same millisecond should not give them the same number.
  const own = Math.floor(Math.random() * STEPS);
  return {
    next() {
      last = Math.max(last + 1, clock() * STEPS + own);
      return last;
    },
  };
}
