import type { Config } from '../base/config/config.ts';
import { Problem } from '../base/errors/problem.ts';
import type { KeyValueStore } from './store/key-value-store.ts';

/** Dependencies of a rate limit. */
export type RateLimitContext = {
  readonly config: { readonly network: Pick<Config['network'], 'rateLimitWindow'> };
  readonly keyValues: Pick<KeyValueStore, 'increment'>;
  /** The clock, UTC milliseconds. */
  readonly now: () => number;
};

/** Counts requests by a key, in windows that begin with the first request and are shared by all instances over the store. */
export type RateLimit = {
  /**
   * Counts a request.
   *
   * @returns the headers that say how many requests are left (draft-ietf-httpapi-ratelimit-headers, and the three of its
   *   early versions)
   * @throws Problem `too-many-requests` (429); `store-unavailable` (503)
   */
  readonly count: (key: string) => Promise<Readonly<Record<string, string>>>;
};

/**
 * Maximum number of keys that an instance refuses without a call to the store. When there are more, the store counts
 * the oldest again.
 */
const MAX_REFUSED_KEYS = 10_000;

/**
 * Creates a rate limit.
 *
 * @param name of the policy, also in the store: limits of the same name share their counters
 * @param limit requests per window
 */
export function createRateLimit({ config, keyValues, now }: RateLimitContext, name: string, limit: number): RateLimit {
  const windowSeconds = Math.ceil(config.network.rateLimitWindow / 1000);
  /** The end of each window whose requests are used up, by key, in UTC milliseconds. */
  const refusedUntil = new Map<string, number>();

  function remember(key: string, until: number): void {
    refusedUntil.delete(key);
    refusedUntil.set(key, until);
    if (refusedUntil.size <= MAX_REFUSED_KEYS) return;
    for (const oldest of refusedUntil.keys()) return void refusedUntil.delete(oldest);
  }

  function refuse(until: number): never {
    const retryAfter = Math.max(1, Math.ceil((until - now()) / 1000));
    throw new Problem('too-many-requests', 'Too many requests, please try again later.', { retryAfter });
  }

  return {
    async count(key) {
      const until = refusedUntil.get(key);
      if (until !== undefined && until > now()) refuse(until);
      const { count, expires } = await keyValues.increment(`rate-limit/${name}:${key}`, now() + windowSeconds * 1000);
      if (count >= limit) remember(key, expires);
      if (count > limit) refuse(expires);
      const remaining = limit - count;
      const seconds = Math.ceil(Math.max(0, expires - now()) / 1000);
      return {
        'ratelimit-policy': `"${name}";q=${limit};w=${windowSeconds}`,
        ratelimit: `"${name}";r=${remaining};t=${seconds}`,
        'ratelimit-limit': String(limit),
        'ratelimit-remaining': String(remaining),
        'ratelimit-reset': String(seconds),
      };
    },
  };
}
