import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until the clock is past a moment, UTC milliseconds: timers may fire a little early. */
export async function untilPast(moment: number): Promise<void> {
  for (let left = moment - Date.now(); left >= 0; left = moment - Date.now()) await sleep(left + 1);
}
