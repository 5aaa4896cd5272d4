import { vectorSchedule } from '../../../events/schedule/vectors.ts';
import type { Invocation } from '../notifications/stream-handler.ts';
import { createFunctionContext } from './context.ts';
import { openEmbedder } from './embedder.ts';
import { lazyHandler } from './lazy-handler.ts';
import { runScheduled } from './schedules.ts';

/** No page is started this long before the function's timeout: the longest takes less, unless the model is slow. */
const RESERVE_MS = 60_000;

/** Makes as many vectors of what has been written as time allows; the next invocation continues. */
export const handler = lazyHandler(async () => {
  const { ctx } = await createFunctionContext(process.env);
  const embedder = openEmbedder(ctx.config);
  const schedule = embedder === null ? null : vectorSchedule(ctx, embedder);
  const schedules = schedule === null ? [] : [schedule];
  return (_event: unknown, invocation: Invocation) => runScheduled(ctx, schedules, invocation, RESERVE_MS);
});
