import { dumps } from '../../../shared/exchange/bulk/dump.ts';
import type { Invocation } from '../notifications/stream-handler.ts';
import { createFunctionContext } from './context.ts';
import { lazyHandler } from './lazy-handler.ts';
import { PLATFORM_PARTS } from './platform.ts';
import { runScheduled } from './schedules.ts';

/** No file is begun this long before the function's timeout: storing one takes less. */
const RESERVE_MS = 60_000;

/** Writes as many files of the daily dump as time allows; the next invocation continues. */
export const handler = lazyHandler(async () => {
  const { ctx } = await createFunctionContext(process.env);
  const files = (await PLATFORM_PARTS.openDumpFiles?.(ctx.config)) ?? null;
  const schedules = files === null ? [] : [dumps(ctx, files, ctx.config.dumps)];
  return (_event: unknown, invocation: Invocation) => runScheduled(ctx, schedules, invocation, RESERVE_MS);
});
