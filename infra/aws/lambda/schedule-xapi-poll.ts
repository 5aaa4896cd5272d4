import { type StatementSource, xapiPoll } from '../../../events/schedule/xapi-poll.ts';
import type { Invocation } from '../notifications/stream-handler.ts';
import { beginOnce } from './begin-once.ts';
import { createFunctionContext } from './function-context.ts';
import { runScheduled } from './scheduled.ts';

/** Milliseconds before the function's end after which no page is begun: the longest that one takes. */
const RESERVE = 60_000;

/** Those of an xAPI adapter. While there is none, the schedule is off. */
const SOURCES: readonly StatementSource[] = [];

/** Fetches statements from learning record stores, as many as there is time for; the next minute goes on. */
export const handler = beginOnce(async () => {
  const { ctx } = await createFunctionContext(process.env);
  const schedules = [xapiPoll(ctx, SOURCES)];
  return (_event: unknown, invocation: Invocation) => runScheduled(ctx, schedules, invocation, RESERVE);
});
