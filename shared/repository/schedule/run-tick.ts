import { errorText } from '../../base/telemetry/logger.ts';
import type { Context } from '../context.ts';
import { type Bookmark, createBookmark } from '../store/bookmark.ts';
import { acquireLease } from '../store/lease.ts';

/** The time limits of a tick. */
export type TickLimits = {
  /** UTC milliseconds after which no work starts. */
  readonly until: number;
  /** Aborted when the tick must end: its time has run out, its lease is lost, or the process stops. */
  readonly ended: AbortSignal;
};

type Tick = TickLimits & {
  /**
   * The progress of this schedule, shared by all processes. Work after the last bookmark is repeated by the next tick. A write fails
   * when another tick has written since: that tick continues the work.
   */
  readonly bookmark: Bookmark;
};

/** Periodic work, done in parts, by one process at a time (specification: Internal event bus). */
export type Schedule = {
  /** Unique; names the lease, the bookmark and log entries. */
  readonly name: string;
  /** Milliseconds between the starts of two ticks. */
  readonly period: number;
  /** Milliseconds that a tick may take in a process that runs on; absent: a minute, or the period if that is longer. */
  readonly limit?: number;
  /**
   * Does as much work as its limits allow; the next tick continues. An error is logged and ends this tick only.
   */
  readonly tick: (given: Tick) => Promise<void>;
};

/** The result of a tick: `elsewhere`, another process runs it; `failed`, see the log. */
type TickOutcome = 'done' | 'elsewhere' | 'failed';

type TickOptions = {
  /**
   * UTC milliseconds after which no work starts. Work that is running then is finished: functions reserve time for that before
   * their own timeout.
   */
  readonly until: number;
  /** Aborted when the process stops. */
  readonly stop?: AbortSignal;
  /** Another process takes over this long after one was killed. */
  readonly leaseDurationMs?: number;
};

/** Longer than a process is expected to be blocked or without its store. */
const LEASE_DURATION_MS = 60_000;

/** Maximum delay of a timer. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/**
 * Runs one tick of a schedule, unless another process with the same store is running one. Called by scheduled functions and timers.
 * Never throws.
 */
export async function runTick(
  ctx: Pick<Context, 'keyValues' | 'now' | 'logger'>,
  { name, tick }: Schedule,
  { until, stop, leaseDurationMs = LEASE_DURATION_MS }: TickOptions,
): Promise<TickOutcome> {
  const { keyValues, now, logger } = ctx;
  try {
    const answer = await acquireLease({
      keyValues,
      now,
      name: `schedule/${name}`,
      purpose: name,
      ttlMs: leaseDurationMs,
      report: (error) =>
        logger.warn('SYSTEM', 'A lease cannot be renewed or released', { schedule: name, error: String(error) }),
    });
    if ('holder' in answer) return 'elsewhere';
    const { lease } = answer;
    const timeout = AbortSignal.timeout(Math.min(Math.max(until - now(), 0), MAX_DELAY_MS));
    try {
      const ended = AbortSignal.any([lease.lost, timeout, ...(stop === undefined ? [] : [stop])]);
      await tick({ until, ended, bookmark: createBookmark(keyValues, scheduleBookmark(name)) });
    } finally {
      await lease.release();
    }
    if (lease.lost.aborted) throw new Error('Its lease was lost: another process may have taken over.');
    return 'done';
  } catch (error) {
    logger.error('SYSTEM', 'A tick failed; the next one continues', { schedule: name, error: errorText(error) });
    return 'failed';
  }
}

/** Where the bookmark of a schedule is stored. */
export function scheduleBookmark(name: string): string {
  return `schedule/${name}`;
}

/** Runs one tick of each schedule, one after the other, with the same options. */
export async function runTicks(
  ctx: Parameters<typeof runTick>[0],
  schedules: readonly Schedule[],
  options: TickOptions,
): Promise<readonly TickOutcome[]> {
  const outcomes: TickOutcome[] = [];
  for (const schedule of schedules) outcomes.push(await runTick(ctx, schedule, options));
  return outcomes;
}
