import { autoProfile } from '../../../events/schedule/auto-profile.ts';
import type { Invocation } from '../notifications/stream-handler.ts';
import { beginOnce } from './begin-once.ts';
import { createProfileFunctionContext } from './function-profiles.ts';
import { runScheduled } from './scheduled.ts';

/** Milliseconds before the function's end after which no profile is begun: the longest that one takes. */
const RESERVE = 60_000;

/** Calculates profiles ahead, as many as there is time for; the next minute goes on. */
export const handler = beginOnce(async () => {
  const ctx = await createProfileFunctionContext(process.env);
  const { service } = ctx.profiles;
  const schedules = service !== null && ctx.config.profiles.automatic ? [autoProfile(ctx, service)] : [];
  return (_event: unknown, invocation: Invocation) => runScheduled(ctx, schedules, invocation, RESERVE);
});
