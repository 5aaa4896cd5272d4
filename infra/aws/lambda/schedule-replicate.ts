import { replication } from '../../../shared/exchange/replication/replicate.ts';
import type { Invocation } from '../notifications/stream-handler.ts';
import { createFunctionContext } from './context.ts';
import { lazyHandler } from './lazy-handler.ts';
import { PLATFORM_PARTS } from './platform.ts';
import { runScheduled } from './schedules.ts';

/** No part is requested this long before the function's timeout: the longest takes less. */
const RESERVE_MS = 60_000;

/** Pulls as much from the replicated server as time allows; the next invocation continues. */
export const handler = lazyHandler(async () => {
  const { ctx } = await createFunctionContext(process.env);
  const schedule = replication(ctx, PLATFORM_PARTS.openSend);
  const schedules = schedule === null ? [] : [schedule];
  return (_event: unknown, invocation: Invocation) => runScheduled(ctx, schedules, invocation, RESERVE_MS);
});
