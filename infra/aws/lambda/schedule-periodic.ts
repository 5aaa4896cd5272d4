import { changeLog, periodic } from '../../../events/schedule/periodic.ts';
import { sleep } from '../../../shared/base/concurrency/sleep.ts';
import { notificationTables } from '../notifications/connections.ts';
import type { Invocation } from '../notifications/stream-handler.ts';
import { createFunctionContext } from './context.ts';
import { lazyHandler } from './lazy-handler.ts';
import { runScheduled } from './schedules.ts';

/** The work of every minute. */
export const handler = lazyHandler(async () => {
  const { ctx, tables } = await createFunctionContext(process.env);
  const { log } = notificationTables(tables);
  const schedules = [periodic(ctx), changeLog({ ...ctx, log, sleep })];
  return (_event: unknown, invocation: Invocation) => runScheduled(ctx, schedules, invocation);
});
