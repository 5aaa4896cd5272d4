import type { StageFault } from '../profile-engine/stages/operator-stages.ts';
import type { Logger } from '../telemetry/logger.ts';

/**
 * Logs which of the operator's stages failed, and why.
 *
 * @param files the file that each stage was loaded from, by its name
 */
export function stageFaultLog(
  logger: Pick<Logger, 'error'>,
  files?: ReadonlyMap<string, string>,
): (fault: StageFault) => void {
  return ({ stage, message }) =>
    logger.error('SYSTEM', 'A stage of profiles failed', { stage, file: files?.get(stage ?? ''), error: message });
}
