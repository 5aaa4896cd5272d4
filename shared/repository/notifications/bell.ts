import type { Logger } from '../../base/telemetry/logger.ts';
import type { ChangeFeed } from '../objects/change-feed.ts';

/** Lets the function or object that delivers changes to subscribers look for them in the store. */
export type Bell = ChangeFeed & {
  /** Requests a delivery. @throws Error, or Problem `store-unavailable` (503), when the platform does not answer */
  ring(): Promise<void>;
};

/**
 * A bell that is rung for every change. It says nothing about the change: the store has all changes, in their order. So a ring that
 * fails loses nothing, and no write waits for it: the change is delivered with the next ring, a minute later at most.
 */
export function createBell(ring: Bell['ring'], logger: Pick<Logger, 'warn'>): Bell {
  return {
    ring,
    async publish() {
      try {
        await ring();
      } catch (error) {
        logger.warn('NETWORK', 'Subscribers are notified late: the bell does not answer', { error: String(error) });
      }
    },
  };
}
