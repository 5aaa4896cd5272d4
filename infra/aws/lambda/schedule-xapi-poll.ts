import { type StatementSource, xapiPoll } from '../../../events/schedule/xapi-poll.ts';
import type { Invocation } from '../notifications/stream-handler.ts';
import { createFunctionContext } from './context.ts';
import { lazyHandler } from './lazy-handler.ts';
import { runScheduled } from './schedules.ts';

/** No page is started this long before the function's timeout: the longest takes less. */
const RESERVE_MS = 60_000;

/** Filled by the xAPI adapter; until there is one, the schedule is off. */
const SOURCES: readonly StatementSource[] = [];

/** Fetches statements from learning record stores, as many as there is time for; the next invocation continues. */
export const handler = lazyHandler(async () => {
  const { ctx } = await createFunctionContext(process.env);
  const schedules = [xapiPoll(ctx, SOURCES)];
  return (_event: unknown, invocation: Invocation) => runScheduled(ctx, schedules, invocation, RESERVE_MS);
});
