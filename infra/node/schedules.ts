import { setTimeout as pause } from 'node:timers/promises';
import { runTick } from '../../events/schedule/run-tick.ts';
import type { Schedule } from '../../events/schedule/schedule.ts';
import type { Context } from '../../shared/context.ts';

/** Milliseconds between two ticks of one schedule at least, for requests to come in between. */
const BREATH = 1_000;

/** Schedules that run in this process. */
export type RunningSchedules = {
  /** Begins no tick any more, lets those under way end soon, and waits for that. */
  readonly stop: () => Promise<void>;
};

/**
 * Runs schedules by timers, beginning at once: each on its own, one tick after the other, as often as its period says. They do
 * not keep the process alive.
 */
export function startSchedules(
  ctx: Pick<Context, 'keyValues' | 'now' | 'logger'>,
  schedules: readonly Schedule[],
): RunningSchedules {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function repeat(schedule: Schedule): Promise<void> {
    const { period } = schedule;
    while (!signal.aborted) {
      const begin = performance.now();
      const outcome = await runTick(ctx, schedule, { until: ctx.now() + period, stop: signal });
      // Processes that were started together would meet again and again: at random moments, each has its turn.
      const rest = outcome === 'elsewhere' ? period * Math.random() : period - (performance.now() - begin);
      await pause(Math.max(rest, Math.min(BREATH, period)), undefined, { signal, ref: false }).catch(() => {});
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
