import { autoProfile } from '../../../events/schedule/auto-profile.ts';
import type { Invocation } from '../notifications/stream-handler.ts';
import { lazyHandler } from './lazy-handler.ts';
import { createProfileFunctionContext } from './profile-context.ts';
import { runScheduled } from './schedules.ts';

/** No profile is started this long before the function's timeout: the longest takes less. */
const RESERVE_MS = 60_000;

/** Calculates profiles ahead, as many as there is time for; the next invocation continues. */
export const handler = lazyHandler(async () => {
  const ctx = await createProfileFunctionContext(process.env);
  const { service } = ctx.profiles;
  const schedules = service !== null && ctx.config.profiles.automatic ? [autoProfile(ctx, service)] : [];
  return (_event: unknown, invocation: Invocation) => runScheduled(ctx, schedules, invocation, RESERVE_MS);
});
