import type { Release } from '../../base/concurrency/memory-budget.ts';
import { sleep } from '../../base/concurrency/sleep.ts';
import type { Config } from '../../base/config/config.ts';
import type { PrivateKey } from '../../base/crypto/private-key.ts';
import type { KeyId, PublicKey, ReadKey } from '../../base/crypto/public-key.ts';
import type { Logger } from '../../base/telemetry/logger.ts';
import { type Caller, faultOf } from '../../repository/access/caller.ts';
import { cacheKey, surroundingsKey } from '../cache/cache-key.ts';
import type { Generations } from '../cache/generations.ts';
import type { ProfileCache } from '../cache/profile-cache.ts';
import { createSingleFlight } from '../cache/single-flight.ts';
import type { ProfileCalculator } from '../engine/calculator.ts';
import { type ProfileText, withId } from '../engine/result.ts';
import type { ProfileRights } from '../load/rights.ts';
import type { LoadedProfile } from './load-profile.ts';
import { type Hypothesis, hypothetical } from './what-if.ts';

/** The keys that decrypt assertions. */
export type ProfileKeys = {
  /** The service's own key, generated at first start. Authors add its public key as a reader. */
  readonly own: PrivateKey;
  /** All keys, the service's own first. */
  readonly acting: readonly PrivateKey[];
};

/** The request of a profile (specification: Profile). Times are UTC milliseconds. */
export type ProfileQuery = {
  /** Any id of the framework. */
  readonly frameworkId: string;
  /** Public key (PEM), fingerprint, id of a person, e-mail address or user name. */
  readonly subject: string;
  /** Whether to ignore cached profiles. */
  readonly fresh: boolean;
  readonly targetDateTime?: number | undefined;
  readonly startDate?: number | undefined;
  readonly endDate?: number | undefined;
  readonly conditions: readonly string[];
  readonly explain: boolean;
  readonly expand: boolean;
  /** Hypothetical assertions to add to the stored ones. */
  readonly whatIf: readonly Hypothesis[];
};

export type ProfileStep = 'loading' | 'calculating';

/** A profile, and how long it took. */
export type ProfileAnswer = {
  /** JSON text of the profile. */
  readonly text: string;
  readonly cached: boolean;
  /** Milliseconds; null when the profile was cached. */
  readonly took: { readonly load: number; readonly calculate: number } | null;
};

/** The objects that a request names. */
type Resolved = {
  /** Short id of the framework; if there is none, the id of the request: loading then fails. */
  readonly framework: string;
  readonly subject: PublicKey;
  /** Short id of the person; null if the request named only the key. */
  readonly person: string | null;
  /**
   * @param now the time of the request, UTC milliseconds
   * @param surroundingsKey requests with the same key share the data that is not about the subject; null: shared with none
   */
  readonly load: (
    now: number,
    surroundingsKey: string | null,
  ) => Promise<LoadedProfile & KeyUse & { /** Of the memory that it takes. */ readonly release: Release }>;
};

/**
 * Whether a key that the server holds for the caller was needed: such a profile is not cached, since stores keep profiles
 * unencrypted.
 */
type KeyUse = { readonly usedHeldKeys: boolean };

/** Loads the input of profiles. Throws the errors of {@link ProfileService.latest}. */
export type ProfileSource = {
  readonly resolve: (query: ProfileQuery, rights: ProfileRights) => Promise<Resolved>;
};

/** The profiles of a process. */
export type ProfileService = {
  /** Single-line PEM of the key for which assertions must be encrypted too. */
  readonly publicKey: string;
  /**
   * A person's profile in a framework as this caller may see it: cached, shared with an equal request that is running, or
   * calculated.
   *
   * @param report called with each step; not called when the profile is cached
   * @throws Problem `invalid-parameter`, `malformed-key` (400), `not-found` (404), `not-a-framework`, `profile-too-large`
   *   (422), `store-unavailable`, `search-timeout`, `profile-unavailable` (503), or the error of the caller's sheet when none of
   *   its entries is valid: a profile with less evidence would look complete
   */
  readonly latest: (
    query: ProfileQuery,
    caller: Caller,
    report?: (step: ProfileStep) => void,
  ) => Promise<ProfileAnswer>;
  /**
   * Resolves when profiles that are requested from then on are cached: immediately, or six seconds after the first request in this
   * repository (`UsageFlag`).
   *
   * @throws Problem `store-unavailable` (503)
   */
  readonly ready: () => Promise<void>;
};

type Parts = {
  readonly config: Pick<Config['profiles'], 'openEvidence'>;
  readonly keys: ProfileKeys;
  readonly source: ProfileSource;
  readonly calculator: ProfileCalculator;
  readonly generations: Generations;
  readonly cache: ProfileCache;
  readonly readKey: ReadKey;
  readonly now: () => number;
  readonly logger: Pick<Logger, 'warn'>;
};

/** The key of a profile in the cache, and the generation that it was calculated from. */
type Entry = { readonly key: string; readonly subject: KeyId; readonly generation: string };

type Computed = { readonly text: ProfileText; readonly load: number; readonly calculate: number };

const READY_POLL_MS = 200;

/** Calculates profiles from a source, and caches them. */
export function createProfileService(parts: Parts): ProfileService {
  const { config, keys, source, calculator, generations, cache, readKey, now, logger } = parts;
  const singleFlight = createSingleFlight<Computed, ProfileStep>();
  const acting = keys.acting.map(({ publicKey }) => publicKey.id);

  async function computed(
    query: ProfileQuery,
    load: Resolved['load'],
    surroundings: string | null,
    report: (step: ProfileStep) => void,
  ): Promise<Computed & KeyUse & Pick<LoadedProfile, 'nextExpiry'>> {
    const begin = performance.now();
    const time = now();
    const { graph, assertions, person, nextExpiry, usedHeldKeys, release } = await load(time, surroundings);
    try {
      report('calculating');
      const loaded = performance.now();
      const { targetDateTime, startDate, endDate, conditions, explain, expand } = query;
      const text = await calculator.calculate({
        graph,
        assertions: [...assertions, ...hypothetical(query.whatIf, graph, targetDateTime ?? time, readKey)],
        person,
        options: { now: time, targetDateTime, startDate, endDate, conditions, explain, expand },
      });
      return { text, load: loaded - begin, calculate: performance.now() - loaded, nextExpiry, usedHeldKeys };
    } finally {
      release();
    }
  }

  async function generationOf(subject: KeyId): Promise<string> {
    const [shared, own] = await Promise.all([generations.shared(), generations.of(subject)]);
    return `${shared.id}/${own}`;
  }

  /**
   * Caches a profile unless the generation has changed, so that it never replaces a newer one. A failure of the cache is logged, and
   * the request succeeds.
   */
  async function store(entry: Entry, text: ProfileText, until: number | null): Promise<void> {
    const { key, subject, generation } = entry;
    try {
      if ((await generationOf(subject)) === generation) await cache.set(key, generation, text, until);
    } catch (error) {
      logger.warn('SYSTEM', 'A profile could not be cached', { error: String(error) });
    }
  }

  async function latest(
    query: ProfileQuery,
    caller: Caller,
    report: (step: ProfileStep) => void = () => {},
  ): Promise<ProfileAnswer> {
    const fault = faultOf(caller);
    if (fault !== null) throw fault;
    const rights: ProfileRights = { caller, acting: keys.acting, open: config.openEvidence };
    const answer = ({ text, load, calculate }: Computed): ProfileAnswer => ({
      text: withId(text, query.frameworkId),
      cached: false,
      took: { load, calculate },
    });
    if (query.whatIf.length > 0) {
      report('loading');
      const { load } = await source.resolve(query, rights);
      return answer(await computed(query, load, null, report));
    }

    // Read first, so that all later reads include every write that was acknowledged until now.
    const { id: shared, settled } = await generations.shared();
    const { subject, load, ...resolved } = await source.resolve(query, rights);
    const { open } = rights;
    const { stages } = calculator;
    const key = cacheKey({ ...resolved, subject: subject.id, acting, caller, open, stages, parameters: query });
    const timeBounded = [query.targetDateTime, query.startDate, query.endDate].some((time) => time !== undefined);
    const [own, entry] = await Promise.all([
      generations.of(subject.id),
      query.fresh || timeBounded ? null : cache.get(key),
    ]);
    const generation = `${shared}/${own}`;
    const surroundings =
      settled && !query.fresh && !hasAdmin(caller)
        ? surroundingsKey({ ...resolved, caller, conditions: query.conditions }, shared)
        : null;
    if (entry?.generation === generation) {
      return { text: withId(await entry.read(), query.frameworkId), cached: true, took: null };
    }
    // The generation is part of the key: a request after a write must not join a computation that began before it. Until
    // generations are settled they do not change with every write, so each request computes its own profile.
    const result = await singleFlight.run(
      settled ? `${key}/${generation}` : crypto.randomUUID(),
      async (reportToAll) => {
        reportToAll('loading');
        const { nextExpiry, usedHeldKeys, ...result } = await computed(query, load, surroundings, reportToAll);
        if (settled && !timeBounded && !usedHeldKeys)
          await store({ key, subject: subject.id, generation }, result.text, nextExpiry);
        return result;
      },
      report,
    );
    return answer(result);
  }

  async function ready(): Promise<void> {
    while (!(await generations.shared()).settled) await sleep(READY_POLL_MS);
  }

  return { publicKey: keys.own.publicKey.pem, latest, ready };
}

/** Surroundings that admins see are not shared: each hidden object that an admin reads is logged. */
function hasAdmin({ everywhere, named }: Caller): boolean {
  return everywhere.admin || named.some(({ admin }) => admin);
}
