import { mayRead } from '../../access/permissions.ts';
import { namesOf } from '../../objects/reference.ts';
import type { LoadContext } from '../load/load-context.ts';
import { loadProfile } from '../load/load-profile.ts';
import { placeIn, type SurroundingsMemory } from '../load/surroundings.ts';
import { resolveSubject } from '../people/subject.ts';
import type { ProfileSource } from './profile-service.ts';

/** Reads profiles from the store, and what many of them share from memory. */
export function createSource(ctx: LoadContext, memory: SurroundingsMemory): ProfileSource {
  return {
    async resolve({ frameworkId, subject }, rights) {
      const names = namesOf(frameworkId.trim(), ctx.config.bases);
      const [heads, { key, person }] = await Promise.all([
        ctx.store.heads(names),
        resolveSubject(ctx, subject, rights),
      ]);
      const framework = heads.find(
        (head) => head && !head.deleted && mayRead(head.access, rights.caller, head.shortId),
      );
      // What is not there is found out by loading: then nothing is kept of it.
      return { framework: framework?.shortId ?? frameworkId, subject: key, person: person?.shortId ?? null };
    },
    load({ frameworkId, subject, targetDateTime, conditions }, rights, now, sharedAs) {
      const { avoidOutsideFrameworks } = ctx.config.profiles;
      const options = { now, targetDateTime, conditions, avoidOutsideFrameworks };
      const place = sharedAs === null ? null : placeIn(memory, sharedAs);
      return loadProfile(ctx, { frameworkId, subject }, rights, options, place);
    },
  };
}
