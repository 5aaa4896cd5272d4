import { type RepairParts, repairChangeLog } from '../../shared/notifications/repair-change-log.ts';
import type { Logger } from '../../shared/telemetry/logger.ts';
import type { Schedule } from './schedule.ts';

/** Every minute: logs the changes that a killed process, or one that the log did not answer, has not logged. */
export function changeLog(
  parts: Omit<RepairParts, 'signal' | 'bookmark'> & { readonly logger: Pick<Logger, 'warn'> },
): Schedule {
  return {
    name: 'change-log',
    period: 60_000,
    async tick({ ended, bookmark }) {
      const missing = await repairChangeLog({ ...parts, bookmark, signal: ended });
      if (missing > 0) parts.logger.warn('SYSTEM', 'Changes were missing in the log for listeners', { missing });
    },
  };
}
