import { autoProfile } from '../../../events/schedule/auto-profile.ts';
import { createProfileContext } from '../../../functions/profile/context.ts';
import type { Invocation } from '../notifications/stream-handler.ts';
import { createFunctionContext } from './context.ts';
import { lazyHandler } from './lazy-handler.ts';
import { runScheduled } from './schedules.ts';

/** No profile is started this long before the function's timeout: the longest takes less. */
const RESERVE_MS = 60_000;

/** Calculates as many profiles ahead as time allows; the next invocation continues. */
export const handler = lazyHandler(async () => {
  const { ctx: common, secrets } = await createFunctionContext(process.env);
  const ctx = await createProfileContext(common, secrets);
  const { service } = ctx.profiles;
  const schedules = service !== null && ctx.config.profiles.automatic ? [autoProfile(ctx, service)] : [];
  return (_event: unknown, invocation: Invocation) => runScheduled(ctx, schedules, invocation, RESERVE_MS);
});
