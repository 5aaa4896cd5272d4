import { statfs } from 'node:fs/promises';
import type { Config } from '../../shared/base/config/config.ts';
import type { Logger } from '../../shared/base/telemetry/logger.ts';
import type { Alerts } from './alerts.ts';

/** A disk with less free space than this is nearly full. */
const MIN_FREE_PERCENT = 25;

const INTERVAL_MS = 3_600_000;

/**
 * Checks the free space on the disk of the data directory, immediately and every hour, and warns when it is low (specification:
 * States and transitions).
 *
 * @returns a function that ends the checks
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
    await alerts.raise('Disk Space Warning', `Only ${freePercent} % of the disk of ${dataDirectory} is free.`);
  }
  const run = (): void => {
    check().catch((error: unknown) => {
      logger.warn('SYSTEM', 'The free space on the disk cannot be read', { error: String(error) });
    });
  };
  run();
  const timer = setInterval(run, INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
