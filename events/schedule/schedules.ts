import type { Context } from '../../shared/context.ts';
import type { Profiles } from '../../shared/profiles/service/profiles.ts';
import { autoProfile } from './auto-profile.ts';
import { periodic } from './periodic.ts';
import type { Schedule } from './run-tick.ts';

/** The configured schedules, for runtimes that run them themselves. */
export function schedulesOf(ctx: Context & { readonly profiles: Profiles }): readonly Schedule[] {
  const { service } = ctx.profiles;
  return [periodic(ctx), ...(ctx.config.profiles.automatic && service !== null ? [autoProfile(ctx, service)] : [])];
}
