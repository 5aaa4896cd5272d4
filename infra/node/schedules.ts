import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../shared/repository/context.ts';
import { runTick, type Schedule } from '../../shared/repository/schedule/run-tick.ts';

/** Minimum pause between ticks of a schedule, to leave time for requests. */
const MIN_PAUSE_MS = 1_000;

/** A tick may take longer than its period, so that long work is seldom interrupted. */
const MIN_TICK_MS = 60_000;

/** Schedules that run in this process. */
export type RunningSchedules = {
  /** Starts no more ticks, signals running ones to end, and waits for them. */
  readonly stop: () => Promise<void>;
};

/** Runs each schedule by a timer: one tick after the other, one per period. The timers do not keep the process alive. */
export function startSchedules(
  ctx: Pick<Context, 'keyValues' | 'now' | 'logger'>,
  schedules: readonly Schedule[],
): RunningSchedules {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function repeat(schedule: Schedule): Promise<void> {
    const { period, limit = Math.max(period, MIN_TICK_MS) } = schedule;
    while (!signal.aborted) {
      const begin = performance.now();
      const outcome = await runTick(ctx, schedule, { until: ctx.now() + limit, stop: signal });
      // Processes started together would compete for every lease; random pauses spread them.
      const rest = outcome === 'elsewhere' ? period * Math.random() : period - (performance.now() - begin);
      await pause(Math.max(rest, Math.min(MIN_PAUSE_MS, period)), undefined, { signal, ref: false }).catch(() => {});
    }
  }

  const running = schedules.map(repeat);
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
