import type { Context } from '../../../shared/repository/context.ts';
import { runTicks, type Schedule } from '../../../shared/repository/schedule/run-tick.ts';
import type { Invocation } from '../notifications/stream-handler.ts';

/** No work starts this long before the function's timeout: the longest step takes less. */
const RESERVE_MS = 20_000;

/**
 * Runs one tick of each schedule in the time that the function has left; the next invocation continues.
 *
 * @param reserveMs how long before the function's timeout no more work starts
 * @throws Error when a tick failed: the log says why, and the function's alarm fires
 */
export async function runScheduled(
  ctx: Pick<Context, 'keyValues' | 'now' | 'logger'>,
  schedules: readonly Schedule[],
  invocation: Invocation,
  reserveMs = RESERVE_MS,
): Promise<void> {
  const until = ctx.now() + invocation.getRemainingTimeInMillis() - reserveMs;
  const outcomes = await runTicks(ctx, schedules, { until });
  if (outcomes.includes('failed')) throw new Error('A tick failed; the log says why. The next one continues.');
}
