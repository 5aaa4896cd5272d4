import { createCalculator } from '../../shared/profiles/engine/calculator.ts';
import { NO_STAGES } from '../../shared/profiles/engine/stages/operator-stages.ts';
import { createLoadContext, type LoadOptions, type LoadParts } from '../../shared/profiles/load/context.ts';
import type { ProfileRights } from '../../shared/profiles/load/rights.ts';
import { type LoadedProfile, loadProfile, resolveTarget } from '../../shared/profiles/service/load-profile.ts';
import { createProfiles } from '../../shared/profiles/service/profiles.ts';
import { ANONYMOUS } from '../../shared/repository/access/caller.ts';
import type { Cast } from './profile-fixture.ts';

/** Options for loading a profile. Defaults: an anonymous caller, the cast's subject, and the beginning of 1970. */
export type Loading = Partial<ProfileRights & LoadOptions> & { readonly subject?: string };

/** Loads the input of a profile in a framework, with the rights of the service's key alone. */
export async function loadFor(
  parts: LoadParts,
  cast: Cast,
  frameworkId: string,
  loading: Loading = {},
): Promise<LoadedProfile> {
  const {
    subject = cast.subject.publicKey.pem,
    caller = ANONYMOUS,
    acting = [cast.service],
    open = false,
    now = 0,
    ...options
  } = loading;
  const ctx = createLoadContext(parts, { caller, acting, open }, async () => {});
  const target = await resolveTarget(ctx, { frameworkId, subject });
  return loadProfile(ctx, target, { now, ...options });
}

/** The profiles of a process that acts with the key of the cast's service, without stages of an operator. */
export function openProfiles(parts: Parameters<typeof createProfiles>[0], { service: own }: Cast) {
  const calculator = createCalculator(NO_STAGES, () => undefined);
  const { service, ...invalidation } = createProfiles(parts, { own, acting: [own] }, calculator);
  if (service === null) throw new Error('There are no profiles.');
  return { ...invalidation, service };
}
