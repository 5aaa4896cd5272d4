import type { Config } from '../../shared/config/config.ts';
import { ConfigurationError } from '../../shared/config/formats.ts';
import { createCalculator, type ProfileCalculator } from '../../shared/profile-engine/calculator.ts';
import { fitsMainThread } from '../../shared/profile-engine/fits-main-thread.ts';
import { NO_STAGES, type OperatorStages } from '../../shared/profile-engine/stages/operator-stages.ts';
import { stageFaultLog } from '../../shared/profiles/service/profiles.ts';
import type { Logger } from '../../shared/telemetry/logger.ts';
import { loadStages } from './profile-stages.ts';
import { openProfileWorkers } from './profile-workers.ts';

/** The calculator of a process with its lifecycle. */
export type OpenCalculator = { readonly calculator: ProfileCalculator; close(): Promise<void> };

/**
 * Calculates large profiles in threads, so that they delay no other request, and small ones in the main thread. With stages of the
 * operator all are calculated in threads, where a faulty stage cannot end the service.
 *
 * @param built stages that are part of the program: functions cannot be sent to a thread, so all profiles use the main one
 * @throws ConfigurationError for a stage that cannot be used
 */
export async function openProfileCalculator(
  { stagesDirectory, workerMemory }: Config['profiles'],
  logger: Logger,
  built?: OperatorStages,
): Promise<OpenCalculator> {
  if (built !== undefined) {
    if (stagesDirectory !== null) {
      throw new ConfigurationError(
        'PROFILE_STAGES_DIRECTORY is set, but the stages of this program are built into it.',
      );
    }
    return { calculator: createCalculator(built, stageFaultLog(logger)), close: async () => undefined };
  }
  const own = stagesDirectory === null ? null : await loadStages(stagesDirectory);
  const workers = openProfileWorkers({
    directory: stagesDirectory,
    digest: (own ?? NO_STAGES).digest,
    memory: workerMemory,
    report: (error) => logger.error('SYSTEM', 'A thread that calculates profiles failed', { error: String(error) }),
    reportStage: stageFaultLog(logger, own?.files),
  });
  if (own !== null) {
    logger.info('SYSTEM', 'Profiles have stages of the operator', { stages: [...own.files.keys()].join(', ') });
    return { calculator: workers, close: workers.close };
  }
  const inThisThread = createCalculator(NO_STAGES, stageFaultLog(logger));
  const calculator: ProfileCalculator = {
    stages: workers.stages,
    calculate: (input) => (fitsMainThread(input) ? inThisThread : workers).calculate(input),
  };
  return { calculator, close: workers.close };
}
