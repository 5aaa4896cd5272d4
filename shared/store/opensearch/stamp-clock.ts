/**
 * The time that states of objects are stamped with, UTC milliseconds. It does not fall behind what all instances know to be
 * past, also where a machine's clock is set back: repair looks for states from its watermark on, and must find them.
 */
export type StampClock = {
  now(): number;
  /** From now on no stamp is below this time. */
  notBelow(time: number): void;
};

/** @param clock UTC milliseconds */
export function createStampClock(clock: () => number): StampClock {
  let floor = 0;
  return {
    now: () => Math.max(floor, clock()),
    notBelow(time) {
      floor = Math.max(floor, time);
    },
  };
}
