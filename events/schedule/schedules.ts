import type { ProfileContext } from '../../shared/context.ts';
import { autoProfile } from './auto-profile.ts';
import { periodic } from './periodic.ts';
import type { Schedule } from './schedule.ts';

/** All schedules that the configuration asks for, for runtimes that run them themselves. */
export function schedulesOf(ctx: ProfileContext): readonly Schedule[] {
  const { service } = ctx.profiles;
  return [periodic(ctx), ...(ctx.config.profiles.automatic && service !== null ? [autoProfile(ctx, service)] : [])];
}
