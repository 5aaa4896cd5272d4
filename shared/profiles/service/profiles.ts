import type { Context } from '../../context.ts';
import type { WriteObserver } from '../../objects/write-observer.ts';
import type { ProfileCalculator } from '../../profile-engine/calculator.ts';
import { createInvalidation, endAllOnce } from '../cache/changes.ts';
import { profileGenerations } from '../cache/invalidation.ts';
import { createProfileCache } from '../cache/profile-cache.ts';
import { createAssertionCache } from '../load/assertion.ts';
import { createDecryptor } from '../load/decryptor.ts';
import { createSurroundingsCache } from '../load/surroundings.ts';
import type { ProfileKeys } from './profile-keys.ts';
import { createProfileService, type ProfileService } from './profile-service.ts';
import { createSource } from './source.ts';

type Parts = Pick<Context, 'store' | 'keyValues' | 'config' | 'readKey' | 'logger' | 'now'> &
  Partial<Pick<Context, 'large'>>;

/** The profiles of a process. */
export type Profiles = {
  /** Ends kept profiles that a write changes. */
  readonly observer: WriteObserver;
  /** Null where the adapter is disabled. */
  readonly service: ProfileService | null;
};

/**
 * Creates the profiles of a process: the service, its cache and the invalidation by writes.
 *
 * @param keys null where the adapter is disabled: there is no service
 * @param calculator runs the engine, in this thread or in others, with the operator's stages
 */
export function createProfiles(parts: Parts, keys: ProfileKeys | null, calculator: ProfileCalculator): Profiles {
  const { keyValues, config, readKey, large, logger, now } = parts;
  const { ttl } = config.profiles;
  const generations = profileGenerations(parts);
  if (keys === null) return { observer: endAllOnce(generations), service: null };
  return {
    observer: createInvalidation(generations, readKey, large),
    service: createProfileService({
      config: config.profiles,
      keys,
      source: createSource(
        { ...parts, decryptor: createDecryptor(), assertions: createAssertionCache(readKey) },
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
