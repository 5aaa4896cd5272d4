import { createXapiParts } from '../../../shared/exchange/xapi/context.ts';
import { xapiPoll } from '../../../shared/exchange/xapi/poll.ts';
import { statementSources } from '../../../shared/exchange/xapi/record-store.ts';
import type { Invocation } from '../notifications/stream-handler.ts';
import { createFunctionContext } from './context.ts';
import { lazyHandler } from './lazy-handler.ts';
import { PLATFORM_PARTS } from './platform.ts';
import { runScheduled } from './schedules.ts';

/** No page is started this long before the function's timeout: the longest takes less. */
const RESERVE_MS = 60_000;

/** Fetches as many statements from learning record stores as time allows; the next invocation continues. */
export const handler = lazyHandler(async () => {
  const { ctx: common, secrets } = await createFunctionContext(process.env);
  const ctx = { ...common, ...createXapiParts(common, secrets) };
  const schedules = [xapiPoll(ctx, statementSources(ctx, PLATFORM_PARTS.openSend))];
  return (_event: unknown, invocation: Invocation) => runScheduled(ctx, schedules, invocation, RESERVE_MS);
});
