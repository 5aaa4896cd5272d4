import { bellSchedule, periodic } from '../../../events/schedule/periodic.ts';
import type { Invocation } from '../notifications/stream-handler.ts';
import { notificationTables } from '../notifications/tables.ts';
import { createFunctionContext } from './context.ts';
import { lazyHandler } from './lazy-handler.ts';
import { runScheduled } from './schedules.ts';

/** Does the work that is due every minute. */
export const handler = lazyHandler(async () => {
  const { ctx, tables } = await createFunctionContext(process.env);
  const { bell } = notificationTables(tables, ctx.store);
  const schedules = [periodic(ctx), bellSchedule(bell)];
  return (_event: unknown, invocation: Invocation) => runScheduled(ctx, schedules, invocation);
});
