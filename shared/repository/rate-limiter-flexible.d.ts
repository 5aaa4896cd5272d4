// The package describes only its main module, which loads the clients of all its stores.

declare module 'rate-limiter-flexible/lib/RateLimiterRes.js' {
  import { RateLimiterRes } from 'rate-limiter-flexible';
  export = RateLimiterRes;
}

declare module 'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js' {
  import type RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js';

  abstract class RateLimiterStoreAbstract<T> {
    constructor(options: {
      readonly keyPrefix: string;
      /** Requests per duration. */
      readonly points: number;
      /** In seconds. */
      readonly duration: number;
      /** Keys with as many requests are refused without a call to the store. */
      readonly inMemoryBlockOnConsumed: number;
    });
    /** Rejects with a RateLimiterRes above the limit, and with the error of the store. */
    consume(key: string): Promise<RateLimiterRes>;
    protected abstract _upsert(key: string, points: number, durationMs: number): Promise<T>;
    protected abstract _getRateLimiterRes(key: string, points: number, stored: T): RateLimiterRes;
  }
  export = RateLimiterStoreAbstract;
}
