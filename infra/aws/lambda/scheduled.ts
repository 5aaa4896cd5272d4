import { runTicks } from '../../../events/schedule/run-tick.ts';
import type { Schedule } from '../../../events/schedule/schedule.ts';
import type { Context } from '../../../shared/context.ts';
import type { Invocation } from '../notifications/stream-handler.ts';

/** Milliseconds before the function's end after which nothing is begun: what was begun takes no longer. */
const RESERVE = 20_000;

/**
 * One tick of each schedule, in the time that the function has left; the next call goes on.
 *
 * @param reserve milliseconds before the function's end after which nothing is begun
 * @throws Error when a tick failed: the log says why, and the function's alarm that it did
 */
export async function runScheduled(
  ctx: Pick<Context, 'keyValues' | 'now' | 'logger'>,
  schedules: readonly Schedule[],
  invocation: Invocation,
  reserve = RESERVE,
): Promise<void> {
  const until = ctx.now() + invocation.getRemainingTimeInMillis() - reserve;
  const outcomes = await runTicks(ctx, schedules, { until });
  if (outcomes.includes('failed')) throw new Error('A tick failed; the log says why. The next one goes on.');
}
