import type { Context } from '../../shared/context.ts';
import { createBookmark } from '../../shared/store/bookmark.ts';
import { acquireLease } from '../../shared/store/lease.ts';
import { errorText } from '../../shared/telemetry/error-text.ts';
import type { Schedule } from './schedule.ts';

/** What became of a tick: `elsewhere`, another process is at it; `failed`, the log says why. */
export type TickOutcome = 'done' | 'elsewhere' | 'failed';

/** For how long a tick may run, and who may end it. */
export type TickOptions = {
  /**
   * UTC milliseconds after which nothing is begun. What is under way then is finished: a function leaves room for that before its
   * own limit.
   */
  readonly until: number;
  /** Aborted when the process stops. */
  readonly stop?: AbortSignal;
  /** Milliseconds after which another process goes on where one died. */
  readonly leaseDuration?: number;
};

/** As long as a process may be without its store, or without a turn, and still be taken for alive. */
const LEASE_DURATION = 60_000;

/** Timers wait no longer. */
const MAX_DELAY = 2 ** 31 - 1;

/**
 * Does one tick of a schedule, unless any process over this store is at one: the body of a scheduled function, and of the timer
 * of a process. Never throws.
 */
export async function runTick(
  ctx: Pick<Context, 'keyValues' | 'now' | 'logger'>,
  { name, tick }: Schedule,
  { until, stop, leaseDuration = LEASE_DURATION }: TickOptions,
): Promise<TickOutcome> {
  const { keyValues, now, logger } = ctx;
  try {
    const answer = await acquireLease({
      keyValues,
      now,
      name: `schedule/${name}`,
      purpose: name,
      ttlMs: leaseDuration,
      report: (error) => logger.warn('SYSTEM', 'A lease cannot be renewed', { schedule: name, error: String(error) }),
    });
    if ('holder' in answer) return 'elsewhere';
    const { lease } = answer;
    const over = AbortSignal.timeout(Math.min(Math.max(until - now(), 0), MAX_DELAY));
    try {
      const ended = AbortSignal.any([lease.lost, over, ...(stop === undefined ? [] : [stop])]);
      await tick({ until, ended, bookmark: createBookmark(keyValues, `schedule/${name}`) });
    } finally {
      await lease.release();
    }
    if (lease.lost.aborted) throw new Error('Its lease was lost: another process may have gone on.');
    return 'done';
  } catch (error) {
    logger.error('SYSTEM', 'A tick failed; the next one goes on', { schedule: name, error: errorText(error) });
    return 'failed';
  }
}

/** One tick of each of several schedules, one after the other, all in the same time. */
export async function runTicks(
  ctx: Parameters<typeof runTick>[0],
  schedules: readonly Schedule[],
  options: TickOptions,
): Promise<readonly TickOutcome[]> {
  const outcomes: TickOutcome[] = [];
  for (const schedule of schedules) outcomes.push(await runTick(ctx, schedule, options));
  return outcomes;
}
