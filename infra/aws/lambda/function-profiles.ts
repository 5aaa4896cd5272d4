import type { ProfileContext } from '../../../functions/profile/context.ts';
import { createCalculator } from '../../../shared/profiles/calculator.ts';
import { profileKeys } from '../../../shared/profiles/service/profile-keys.ts';
import { createProfiles } from '../../../shared/profiles/service/profiles.ts';
import { NO_STAGES, stageFaultLog } from '../../../shared/profiles/stages/operator-stages.ts';
import { createFunctionContext } from './function-context.ts';

/**
 * The context of functions that calculate profiles: in their own thread, as a function does one thing at a time.
 *
 * @param life as `createFunctionContext` has it
 * @throws what `createFunctionContext` does; ConfigurationError when PROFILE_PPK is no private key
 */
export async function createProfileFunctionContext(
  environment: Readonly<Record<string, string | undefined>>,
  life?: AbortSignal,
): Promise<ProfileContext> {
  const { ctx, secrets } = await createFunctionContext(environment, life);
  const calculator = createCalculator(NO_STAGES, stageFaultLog(ctx.logger));
  const profiles = createProfiles(ctx, await profileKeys(secrets, ctx.config), calculator);
  return { ...ctx, observers: [profiles.observer], profiles };
}
