import type { Logger } from '../../shared/base/telemetry/logger.ts';
import type { Context } from '../../shared/repository/context.ts';
import { type RepairParts, repairChangeLog } from '../../shared/repository/notifications/repair-change-log.ts';
import type { Schedule } from '../../shared/repository/schedule/run-tick.ts';

/** The maintenance tick (specification: States and transitions; Limits): the upkeep of the store, every minute. */
export function periodic({ store }: Pick<Context, 'store'>): Schedule {
  return { name: 'periodic', period: 60_000, tick: ({ ended }) => store.tend(ended) };
}

/** Every minute: logs the changes that a killed process, or one that the log did not answer, has not logged. */
export function changeLog(
  parts: Omit<RepairParts, 'signal' | 'bookmark'> & { readonly logger: Pick<Logger, 'warn'> },
): Schedule {
  return {
    name: 'change-log',
    period: 60_000,
    async tick({ ended, bookmark }) {
      const missing = await repairChangeLog({ ...parts, bookmark, signal: ended });
      if (missing > 0)
        parts.logger.warn('SYSTEM', 'Changes were missing in the log of the notification channel', { missing });
    },
  };
}
