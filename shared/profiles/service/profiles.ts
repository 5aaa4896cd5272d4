import type { Config } from '../../base/config/config.ts';
import { ConfigurationError } from '../../base/config/formats.ts';
import { generateKeyPair, importPrivateKey } from '../../base/crypto/private-key.ts';
import type { Logger } from '../../base/telemetry/logger.ts';
import type { Context } from '../../repository/context.ts';
import { largeObjectsHere } from '../../repository/objects/large-objects.ts';
import type { WriteObserver } from '../../repository/objects/write-observer.ts';
import { PROFILE_KEY } from '../../repository/secrets/secret-names.ts';
import type { SecretStore } from '../../repository/secrets/secret-store.ts';
import { areProfilesDisabled, createInvalidation, endAllOnce, profileGenerations } from '../cache/invalidation.ts';
import { createProfileCache } from '../cache/profile-cache.ts';
import type { ProfileCalculator } from '../engine/calculator.ts';
import type { StageFault } from '../engine/stages/operator-stages.ts';
import { createAssertionCache } from '../load/assertion.ts';
import { createLoadContext, type LoadParts } from '../load/context.ts';
import { createDecryptor, type RequestDecryptor, withHeldKeys } from '../load/decryptor.ts';
import { createSurroundingsCache, type SurroundingsCache } from '../load/surroundings.ts';
import { loadProfile, resolveTarget } from './load-profile.ts';
import { createProfileService, type ProfileKeys, type ProfileService, type ProfileSource } from './profile-service.ts';

type Parts = Pick<Context, 'store' | 'keyValues' | 'config' | 'readKey' | 'logger' | 'now' | 'memory'> &
  Partial<Pick<Context, 'large'>>;

/** The profiles of a process. */
export type Profiles = {
  /** Invalidates cached profiles that a write changes. */
  readonly observer: WriteObserver;
  /** Null if the adapter is disabled. */
  readonly service: ProfileService | null;
};

/**
 * Creates the profiles of a process: the service, its cache and the invalidation by writes.
 *
 * @param keys null if the adapter is disabled: there is no service then
 * @param calculator runs the engine, in this thread or in others, with the operator's stages
 */
export function createProfiles(parts: Parts, keys: ProfileKeys | null, calculator: ProfileCalculator): Profiles {
  const { keyValues, config, readKey, large = largeObjectsHere(readKey), logger, now } = parts;
  const { ttl } = config.profiles;
  const generations = profileGenerations(parts);
  if (keys === null) return { observer: endAllOnce(generations), service: null };
  return {
    observer: createInvalidation(generations, readKey, large),
    service: createProfileService({
      config: config.profiles,
      keys,
      source: createSource(
        { ...parts, large, decryptor: createDecryptor(), assertions: createAssertionCache(readKey) },
        createSurroundingsCache(ttl),
      ),
      calculator,
      generations,
      cache: createProfileCache({ keyValues, now, lifetime: ttl }),
      readKey,
      now,
      logger,
    }),
  };
}

/** Loads the input of profiles from the store, and the part that requests share from a cache. */
function createSource(ctx: LoadParts & Pick<Context, 'memory'>, cache: SurroundingsCache): ProfileSource {
  return {
    async resolve({ frameworkId, subject, targetDateTime, conditions }, rights) {
      const decryptor = withHeldKeys(ctx.decryptor, rights.caller.held);
      const parts = { ...ctx, decryptor };
      const holdNothing = async () => {}; // a person and the state of a framework are small
      const target = await resolveTarget(createLoadContext(parts, rights, holdNothing), { frameworkId, subject });
      return {
        framework: target.framework?.shortId ?? frameworkId,
        subject: target.subject.key,
        person: target.subject.person?.shortId ?? null,
        async load(now, surroundingsKey) {
          const { avoidOutsideFrameworks } = ctx.config.profiles;
          const options = { now, targetDateTime, conditions, avoidOutsideFrameworks };
          const entry =
            surroundingsKey === null ? null : { cache: withoutHeld(cache, decryptor), key: surroundingsKey };
          const memory = ctx.memory.reserve();
          try {
            const loading = createLoadContext(parts, rights, memory.hold);
            const loaded = await loadProfile(loading, target, options, entry);
            return { ...loaded, usedHeldKeys: decryptor.usedHeldKeys(), release: memory.release };
          } catch (error) {
            memory.release();
            throw error;
          }
        },
      };
    },
  };
}

/** The cache, but without storing data that only a held key could decrypt. */
function withoutHeld(cache: SurroundingsCache, { usedHeldKeys }: RequestDecryptor): SurroundingsCache {
  return { ...cache, set: (key, surroundings) => usedHeldKeys() || cache.set(key, surroundings) };
}

/**
 * Loads the keys that profiles are calculated with (specification: Authentication 8).
 *
 * @returns null when the adapter is disabled
 * @throws ConfigurationError when PROFILE_PPK is not a private key
 */
export async function profileKeys(secrets: SecretStore, config: Config): Promise<ProfileKeys | null> {
  if (areProfilesDisabled(config)) return null;
  const own = await importPrivateKey(
    await secrets.secret(PROFILE_KEY, async () => (await generateKeyPair()).privatePem),
  );
  const further = config.profiles.privateKey;
  if (further === null) return { own, acting: [own] };
  const given = await importPrivateKey(further).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : '';
    throw new ConfigurationError(`PROFILE_PPK cannot be used: it must be an RSA private key as PEM. ${why}`.trim());
  });
  return { own, acting: given.publicKey.id === own.publicKey.id ? [own] : [own, given] };
}

/**
 * Logs which of the operator's stages failed, and why.
 *
 * @param files the file that each stage was loaded from, by its name
 */
export function stageFaultLog(
  logger: Pick<Logger, 'error'>,
  files?: ReadonlyMap<string, string>,
): (fault: StageFault) => void {
  return ({ stage, message }) =>
    logger.error('SYSTEM', 'A stage of profiles failed', { stage, file: files?.get(stage ?? ''), error: message });
}
