import { createCalculator } from '../../shared/profiles/engine/calculator.ts';
import { NO_STAGES } from '../../shared/profiles/engine/stages/operator-stages.ts';
import { createProfiles, type Profiles, profileKeys, stageFaultLog } from '../../shared/profiles/service/profiles.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { SecretStore } from '../../shared/repository/secrets/secret-store.ts';

/** Dependencies of the profile endpoints. */
export type ProfileContext = Context & { readonly profiles: Profiles };

/**
 * The context of a process that only calculates profiles, in its main thread, without stages of the operator.
 *
 * @throws Error when a secret cannot be read; ConfigurationError when PROFILE_PPK is not a private key
 */
export async function createProfileContext(ctx: Context, secrets: SecretStore): Promise<ProfileContext> {
  const calculator = createCalculator(NO_STAGES, stageFaultLog(ctx.logger));
  const profiles = createProfiles(ctx, await profileKeys(secrets, ctx.config), calculator);
  return { ...ctx, observers: [profiles.observer], profiles };
}
