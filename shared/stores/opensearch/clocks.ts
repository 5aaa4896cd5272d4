/**
 * Numbers that give the order in which objects were created: UTC milliseconds times {@link STEPS}, plus a count within the
 * millisecond. Strictly increasing within one process; between machines as exact as their clocks. They fit a double until 2255.
 */
export type CreationClock = {
  /** Returns a number greater than all previous ones of this process. */
  next(): number;
};

const STEPS = 1_000;

/** @param clock UTC milliseconds */
export function createCreationClock(clock: () => number): CreationClock {
  let last = 0;
  // Processes that create objects in the same millisecond should not give them the same number.
  const offset = Math.floor(Math.random() * STEPS);
  return {
    next() {
      last = Math.max(last + 1, clock() * STEPS + offset);
      return last;
    },
  };
}

/**
 * The timestamps of written states, UTC milliseconds. They are never below the watermark, even if a machine's clock is set
 * back: repair searches for states from the watermark on, and must find them.
 */
export type StampClock = {
  now(): number;
  /** Makes all later timestamps at least this time. */
  setMinimum(time: number): void;
};

/** @param clock UTC milliseconds */
export function createStampClock(clock: () => number): StampClock {
  let minimum = 0;
  return {
    now: () => Math.max(minimum, clock()),
    setMinimum(time) {
      minimum = Math.max(minimum, time);
    },
  };
}
