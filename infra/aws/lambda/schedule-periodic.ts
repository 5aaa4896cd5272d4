import { changeLog } from '../../../events/schedule/change-log.ts';
import { periodic } from '../../../events/schedule/periodic.ts';
import { runTick } from '../../../events/schedule/run-tick.ts';
import { createNodeFetch } from '../../node/node-fetch.ts';
import type { Invocation } from '../notifications/stream-handler.ts';
import { beginOnce } from './begin-once.ts';
import { createFunctionContext } from './function-context.ts';
import { openNotificationTables } from './notification-tables.ts';

/** Milliseconds before the function's end after which nothing is begun: the longest single step of a tick. */
const RESERVE = 20_000;

/** What is done every minute. */
export const handler = beginOnce(async () => {
  const { ctx } = await createFunctionContext(process.env);
  const { config, keyValues, logger, now, store } = ctx;
  const { log } = openNotificationTables(config, createNodeFetch(null), now);
  const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const schedules = [periodic(ctx), changeLog({ store, keyValues, log, logger, now, sleep })];
  return async (_event: unknown, invocation: Invocation): Promise<void> => {
    const until = now() + invocation.getRemainingTimeInMillis() - RESERVE;
    for (const schedule of schedules) await runTick(ctx, schedule, { until });
  };
});
