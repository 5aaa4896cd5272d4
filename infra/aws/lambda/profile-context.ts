import type { ProfileContext } from '../../../functions/profile/context.ts';
import { createCalculator } from '../../../shared/profile-engine/calculator.ts';
import { NO_STAGES } from '../../../shared/profile-engine/stages/operator-stages.ts';
import { profileKeys } from '../../../shared/profiles/service/profile-keys.ts';
import { createProfiles } from '../../../shared/profiles/service/profiles.ts';
import { stageFaultLog } from '../../../shared/profiles/stage-fault-log.ts';
import { createFunctionContext } from './context.ts';

/**
 * The context of functions that calculate profiles. They use the main thread: a function serves one request at a time.
 *
 * @param signal as for `createFunctionContext`
 * @throws what `createFunctionContext` does; ConfigurationError when PROFILE_PPK is no private key
 */
export async function createProfileFunctionContext(
  environment: Readonly<Record<string, string | undefined>>,
  signal?: AbortSignal,
): Promise<ProfileContext> {
  const { ctx, secrets } = await createFunctionContext(environment, signal);
  const calculator = createCalculator(NO_STAGES, stageFaultLog(ctx.logger));
  const profiles = createProfiles(ctx, await profileKeys(secrets, ctx.config), calculator);
  return { ...ctx, observers: [profiles.observer], profiles };
}
