import type { Context } from '../../context.ts';
import type { WriteObserver } from '../../objects/write-observer.ts';
import { createInvalidation, endAllOnce } from '../cache/changes.ts';
import { profileGenerations } from '../cache/invalidation.ts';
import { createProfileCache } from '../cache/profile-cache.ts';
import type { ProfileCalculator } from '../calculator.ts';
import { createAssertionMemory } from '../load/assertion-memory.ts';
import { createOpener } from '../load/opener.ts';
import { createSurroundingsMemory } from '../load/surroundings.ts';
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
 * Makes the profiles of a process: connects what calculates, what keeps, and what ends what is kept.
 *
 * @param keys null where the adapter is disabled: there is no service
 * @param calculator where and with which stages of the operator they are calculated
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
        { ...parts, opener: createOpener(), assertions: createAssertionMemory(readKey) },
        createSurroundingsMemory(ttl),
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
