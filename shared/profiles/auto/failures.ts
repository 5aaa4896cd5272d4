import type { Context } from '../../context.ts';
import { Problem } from '../../errors/problem.ts';
import type { LogFields } from '../../telemetry/logger.ts';

/** The failures of one tick. */
export type Failures = {
  /**
   * Does some work. A failure that concerns nothing else is logged and passed over.
   *
   * @throws Problem `store-unavailable` (503) when the store is away
   */
  readonly passOver: (facts: LogFields, work: () => Promise<void>) => Promise<void>;
  /** How many there were. */
  readonly count: () => number;
  /** So many were the service's own fault that it had better wait for the next tick. */
  readonly tooMany: () => boolean;
};

/** Failures of the service's own with which a tick goes on. */
const MAX_OWN = 20;

/** There were none yet. */
export function createFailures({ store, logger }: Pick<Context, 'store' | 'logger'>): Failures {
  let count = 0;
  let own = 0;
  return {
    async passOver(facts, work) {
      try {
        await work();
      } catch (error) {
        const isOwn = !(error instanceof Problem) || error.status >= 500;
        // The store may also refuse what one profile asks of it: that would hold up all others for ever.
        if (error instanceof Problem && error.code === 'store-unavailable' && !(await store.health()).ready)
          throw error;
        count += 1;
        if (isOwn) own += 1;
        logger[isOwn ? 'warn' : 'debug']('ADAPTER', 'A profile was not calculated ahead', {
          ...facts,
          error: String(error),
        });
      }
    },
    count: () => count,
    tooMany: () => own >= MAX_OWN,
  };
}
