import type { LoadContext } from '../load/context.ts';
import { loadProfile, resolveTarget } from '../load/load-profile.ts';
import type { SurroundingsCache } from '../load/surroundings.ts';
import type { ProfileSource } from './profile-service.ts';

/** Loads profiles from the store, and what requests share from a cache. */
export function createSource(ctx: LoadContext, cache: SurroundingsCache): ProfileSource {
  return {
    async resolve({ frameworkId, subject, targetDateTime, conditions }, rights) {
      const target = await resolveTarget(ctx, { frameworkId, subject }, rights);
      return {
        framework: target.framework?.shortId ?? frameworkId,
        subject: target.subject.key,
        person: target.subject.person?.shortId ?? null,
        load(now, surroundingsKey) {
          const { avoidOutsideFrameworks } = ctx.config.profiles;
          const options = { now, targetDateTime, conditions, avoidOutsideFrameworks };
          const entry = surroundingsKey === null ? null : { cache, key: surroundingsKey };
          return loadProfile(ctx, target, rights, options, entry);
        },
      };
    },
  };
}
