import type { Config } from '../../config/config.ts';
import type { Context } from '../../context.ts';
import type { WriteObserver } from '../../objects/write-observer.ts';
import { createInvalidation, endAllOnce } from './changes.ts';
import { createGenerations, type Generations } from './generations.ts';
import { ALWAYS_USED, createUsageFlag } from './usage-flag.ts';

type Parts = Pick<Context, 'keyValues' | 'config' | 'readKey' | 'now'> & Partial<Pick<Context, 'large'>>;

/** Name in DISABLED_ADAPTERS. */
const ADAPTER = 'profile';

/** Whether this service has no profiles (specification: Degraded mode). */
export function areProfilesDisabled({ disabledAdapters }: Pick<Config, 'disabledAdapters'>): boolean {
  return disabledAdapters.includes(ADAPTER);
}

/** The generations of a process over its store. */
export function profileGenerations({ keyValues, now, config }: Omit<Parts, 'readKey' | 'large'>): Generations {
  const clocks = { monotonic: () => performance.now(), wall: now };
  const usage = config.searchCluster === null ? ALWAYS_USED : createUsageFlag(keyValues, clocks);
  // Marks stay longer than any profile is kept, so that none ends because its mark did; and, when none is kept, for a while.
  return createGenerations({ keyValues, usage, now, lifetime: 2 * Math.max(config.profiles.ttl, 3_600_000) });
}

/**
 * What writes have to tell of profiles, without the engine that calculates them: for functions that write and calculate none.
 */
export function createProfileInvalidation(parts: Parts): WriteObserver {
  const generations = profileGenerations(parts);
  return areProfilesDisabled(parts.config)
    ? endAllOnce(generations)
    : createInvalidation(generations, parts.readKey, parts.large);
}
