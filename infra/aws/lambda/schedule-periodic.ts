import { changeLog } from '../../../events/schedule/change-log.ts';
import { periodic } from '../../../events/schedule/periodic.ts';
import { runTicks } from '../../../events/schedule/run-tick.ts';
import { sleep } from '../../../shared/timing/sleep.ts';
import type { Invocation } from '../notifications/stream-handler.ts';
import { beginOnce } from './begin-once.ts';
import { createFunctionContext } from './function-context.ts';
import { notificationTables } from './notification-tables.ts';

/** Milliseconds before the function's end after which nothing is begun: the longest single step of a tick. */
const RESERVE = 20_000;

/** What is done every minute. */
export const handler = beginOnce(async () => {
  const { ctx, tables } = await createFunctionContext(process.env);
  const { log } = notificationTables(tables);
  const schedules = [periodic(ctx), changeLog({ ...ctx, log, sleep })];
  return async (_event: unknown, invocation: Invocation): Promise<void> => {
    await runTicks(ctx, schedules, { until: ctx.now() + invocation.getRemainingTimeInMillis() - RESERVE });
  };
});
