import { statfs } from 'node:fs/promises';
import type { Config } from '../../shared/config/config.ts';
import type { Logger } from '../../shared/telemetry/logger.ts';
import type { Alerts } from './alerts.ts';

/** A disk with less of it free is nearly full. */
const MIN_FREE_PERCENT = 25;

const INTERVAL_MS = 3_600_000;

/**
 * Looks now and every hour how much of the disk of the data directory is free, and warns when that is little (specification: States
 * and transitions).
 *
 * @returns ends it
 */
export function watchDiskSpace(
  { dataDirectory }: Pick<Config, 'dataDirectory'>,
  logger: Pick<Logger, 'warn'>,
  alerts: Alerts,
): () => void {
  async function check(): Promise<void> {
    const { bavail, blocks } = await statfs(dataDirectory);
    const freePercent = Math.floor((100 * bavail) / blocks);
    if (freePercent >= MIN_FREE_PERCENT) return;
    logger.warn('SYSTEM', 'The disk is nearly full', { directory: dataDirectory, freePercent });
    await alerts.raise('Disk Space Warning', `Of the disk of ${dataDirectory}, ${freePercent} % are free.`);
  }
  const run = (): void => {
    check().catch((error: unknown) => {
      logger.warn('SYSTEM', 'It is not known how much of the disk is free', { error: String(error) });
    });
  };
  run();
  const timer = setInterval(run, INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
