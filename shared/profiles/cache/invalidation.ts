import type { Config } from '../../base/config/config.ts';
import type { KeyId, ReadKey } from '../../base/crypto/public-key.ts';
import type { Context } from '../../repository/context.ts';
import { isLargeText } from '../../repository/linked-data/json-scan.ts';
import { type LargeObjects, largeObjectsHere } from '../../repository/objects/large-objects.ts';
import { type ChangedState, effectOfText, type ProfileEffect } from '../../repository/objects/profile-effect.ts';
import type { WriteObservation, WriteObserver } from '../../repository/objects/write-observer.ts';
import { createGenerations, type Generations } from './generations.ts';
import { ALWAYS_USED, createUsageFlag, type Watch } from './usage-flag.ts';

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
  // Generations outlive every cached profile, so that no profile becomes invalid because its generation expires. Without a cache, they
  // live for a while.
  return createGenerations({ keyValues, usage, now, lifetime: 2 * Math.max(config.profiles.ttl, 3_600_000) });
}

/**
 * Invalidation by writes, without the profile engine: for functions that write but calculate no profiles.
 */
export function createProfileInvalidation(parts: Parts): WriteObserver {
  const generations = profileGenerations(parts);
  return areProfilesDisabled(parts.config)
    ? endAllOnce(generations)
    : createInvalidation(generations, parts.readKey, parts.large);
}

const NO_CHANGES: WriteObservation = {
  watch: () => {},
  add: () => {},
  addAmongOthers: () => {},
  begin: async () => {},
  end: async () => {},
};

/** For a service without profiles: only its first write invalidates, namely all profiles that were cached before. */
export function endAllOnce(generations: Pick<Generations, 'endAll'>): WriteObserver {
  let ended: Promise<void> | null = null;
  function begin(): Promise<void> {
    ended ??= generations.endAll().catch((error: unknown) => {
      ended = null;
      throw error;
    });
    return ended;
  }
  return { observe: () => ({ ...NO_CHANGES, begin }) };
}

/** Maximum number of keys; a request with more ends all cached profiles, which takes only one entry. */
const MAX_KEYS = 256;

/**
 * Invalidates the cached profiles that a write may change, before it is acknowledged (specification: profile rule 14). Does
 * nothing, without a call to the store, if no version is of a kind that profiles depend on, or if no profile that lacks them can
 * be cached: see {@link Watch}.
 *
 * @param large returns the effect of large objects
 */
export function createInvalidation(
  generations: Generations,
  readKey: ReadKey,
  large: Pick<LargeObjects, 'profileEffect'> = largeObjectsHere(readKey),
): WriteObserver {
  return {
    observe() {
      const keys = new Set<KeyId>();
      /** The keys that were added since the last `begin`. */
      const fresh = new Set<KeyId>();
      let begun: Promise<unknown> = Promise.resolve();
      let all = false;
      let mustEnd: Watch | null = null;
      let hasShared = Promise.resolve(true);
      /** Settled when the effects of all added large versions are known; null: there were none. */
      let asked: Promise<unknown> | null = null;

      function watch(): Watch {
        mustEnd ??= generations.watch();
        return mustEnd;
      }

      function take(effect: ProfileEffect, amongOthers: boolean): void {
        if (effect === 'none') return;
        if (effect === 'all' || (amongOthers && effect.keys.length > 0)) {
          all = true;
          return;
        }
        for (const key of effect.keys) {
          keys.add(key);
          fresh.add(key);
        }
        if (keys.size > MAX_KEYS) all = true;
      }

      function add(version: ChangedState | null, known: ProfileEffect | undefined, amongOthers: boolean): void {
        if (version === null || all) return;
        if (known !== undefined) take(known, amongOthers);
        else if (version.text === null) all = true;
        else if (!isLargeText(version.text))
          take(effectOfText({ text: version.text, access: version.access }, readKey), amongOthers);
        else {
          const { text, access } = version;
          const answer = large.profileEffect({ text, access }).catch((): ProfileEffect => 'all'); // the effect is unknown, so end all
          asked = Promise.all([asked, answer.then((effect) => take(effect, amongOthers))]);
        }
      }

      async function endGenerations(of: readonly KeyId[], hasShared: Promise<boolean>): Promise<void> {
        if ((!all && of.length === 0) || !(await watch()())) return;
        if (!all) await generations.end(of);
        else if (await hasShared) await generations.endAll();
      }

      return {
        watch() {
          watch();
          hasShared = generations.hasShared();
        },
        add: (version, effect) => add(version, effect, false),
        addAmongOthers: (version, effect) => add(version, effect, true),
        async begin() {
          if (asked !== null) await asked;
          const own = [...fresh];
          fresh.clear();
          begun = Promise.all([begun, endGenerations(own, hasShared)]); // slices of one request write concurrently
          await begun;
        },
        async end() {
          if (asked !== null) await asked;
          await endGenerations([...keys], Promise.resolve(true));
        },
      };
    },
  };
}
