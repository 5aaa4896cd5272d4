import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js';
import RateLimiterStoreAbstract from 'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js';
import type { Config } from '../base/config/config.ts';
import { Problem } from '../base/errors/problem.ts';
import type { Counter, KeyValueStore } from './store/key-value-store.ts';

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
 * Creates a rate limit.
 *
 * @param name of the policy, also in the store: limits of the same name share their counters
 * @param limit requests per window
 */
export function createRateLimit(ctx: RateLimitContext, name: string, limit: number): RateLimit {
  const windowSeconds = Math.ceil(ctx.config.network.rateLimitWindow / 1000);
  const limiter = new KeyValueLimiter(ctx, name, limit, windowSeconds);

  return {
    async count(key) {
      try {
        const { remainingPoints, msBeforeNext } = await limiter.consume(key);
        const seconds = Math.ceil(msBeforeNext / 1000);
        return {
          'ratelimit-policy': `"${name}";q=${limit};w=${windowSeconds}`,
          ratelimit: `"${name}";r=${remainingPoints};t=${seconds}`,
          'ratelimit-limit': String(limit),
          'ratelimit-remaining': String(remainingPoints),
          'ratelimit-reset': String(seconds),
        };
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        const retryAfter = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
        throw new Problem('too-many-requests', 'Too many requests, please try again later.', { retryAfter });
      }
    },
  };
}

class KeyValueLimiter extends RateLimiterStoreAbstract<Counter> {
  readonly #ctx: RateLimitContext;
  readonly #limit: number;

  constructor(ctx: RateLimitContext, name: string, limit: number, windowSeconds: number) {
    super({ keyPrefix: `rate-limit/${name}`, points: limit, duration: windowSeconds, inMemoryBlockOnConsumed: limit });
    this.#ctx = ctx;
    this.#limit = limit;
  }

  protected override _upsert(key: string, _points: number, durationMs: number): Promise<Counter> {
    return this.#ctx.keyValues.increment(key, this.#ctx.now() + durationMs);
  }

  protected override _getRateLimiterRes(_key: string, _points: number, { count, expires }: Counter): RateLimiterRes {
    const left = Math.max(0, this.#limit - count);
    return new RateLimiterRes(left, Math.max(0, expires - this.#ctx.now()), count, count === 1);
  }
}
