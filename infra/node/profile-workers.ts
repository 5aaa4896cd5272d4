import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Config } from '../../shared/base/config/config.ts';
import { ConfigurationError } from '../../shared/base/config/formats.ts';
import { Problem, problemFrom } from '../../shared/base/errors/problem.ts';
import type { Logger } from '../../shared/base/telemetry/logger.ts';
import { threadModule } from '../../shared/base/threads/thread-module.ts';
import {
  createThreadPool,
  type Refusal,
  type Thread,
  type WaitListener,
} from '../../shared/base/threads/thread-pool.ts';
import type { CalculationInput } from '../../shared/profiles/engine/calculation.ts';
import { createCalculator, type ProfileCalculator } from '../../shared/profiles/engine/calculator.ts';
import { fitsMainThread } from '../../shared/profiles/engine/fits-main-thread.ts';
import type { ProfileText } from '../../shared/profiles/engine/result.ts';
import {
  NO_STAGES,
  type OperatorStages,
  StageFault,
  stageFailed,
} from '../../shared/profiles/engine/stages/operator-stages.ts';
import { inParts } from '../../shared/profiles/engine/thread-transfer.ts';
import { stageFaultLog } from '../../shared/profiles/service/profiles.ts';
import { loadStages } from './profile-stages.ts';
import type { WorkerAnswer, WorkerStart } from './profile-worker.ts';

export type ProfileWorkersOptions = WorkerStart & {
  /** Heap limit of a thread, in MB. */
  readonly memory: number;
  /** Maximum number of threads; default: one less than the number of processors, and at least one. */
  readonly size?: number;
  /** Time limit of a calculation, including the wait for a thread. */
  readonly timeoutMs?: number;
  /** Logs a fault of a thread. */
  readonly report: (error: unknown) => void;
  /** Counts calculations that wait for a thread. */
  readonly onWaiting?: WaitListener;
  /** Logs a fault of an operator's stage. */
  readonly reportStage: (fault: StageFault) => void;
};

/** Calculates profiles in threads. */
export type ProfileWorkers = ProfileCalculator & { close(): Promise<void> };

/** The engine limits its own steps: only an endless stage or an overloaded machine takes this long. */
const CALCULATION_TIMEOUT_MS = 60_000;
/** Idle threads are ended, which frees their memory. */
const IDLE_TIMEOUT_MS = 60_000;
/** Maximum number of waiting calculations, each of which holds its input. */
const MAX_WAITING = 100;

const REFUSALS: { readonly [why in Refusal]: readonly [detail: string, retryAfter: number] } = {
  busy: ['Too many profiles are waiting to be calculated.', 2],
  late: ['The calculation took too long and was ended.', 30],
  died: ['The thread that calculated this profile ended too early.', 10],
};

/** Calculates profiles in threads, each started when it is first needed. */
export function openProfileWorkers(options: ProfileWorkersOptions): ProfileWorkers {
  const { directory, digest, memory, report, reportStage, onWaiting = () => {} } = options;
  const { size = Math.max(1, availableParallelism() - 1), timeoutMs = CALCULATION_TIMEOUT_MS } = options;
  const pool = createThreadPool<CalculationInput, WorkerAnswer>({
    start: () =>
      new Worker(threadModule(import.meta.url, 'profile-worker'), {
        workerData: { directory, digest } satisfies WorkerStart,
        resourceLimits: { maxOldGenerationSizeMb: memory },
      }),
    size,
    maxWaiting: MAX_WAITING,
    graceMs: 0,
    idleTimeoutMs: IDLE_TIMEOUT_MS,
    send: (thread, input, _budgetMs, isWanted) => send(thread, input, isWanted),
    end: (thread) => void thread.terminate(),
    refuse(why) {
      const [detail, retryAfter] = REFUSALS[why];
      return new Problem('profile-unavailable', detail, { retryAfter });
    },
    report,
    onWaiting,
  });
  return {
    stages: digest,
    calculate: async (input) => textOf(await pool.run(input, timeoutMs), reportStage),
    close: pool.close,
  };
}

/** Sends the input in parts, with other work of this thread in between. */
async function send(thread: Thread, input: CalculationInput, isWanted: () => boolean): Promise<void> {
  for (const part of inParts(input)) {
    thread.postMessage(part);
    if (part.last !== null) return;
    await setImmediate();
    if (!isWanted()) return;
  }
}

function textOf(answer: WorkerAnswer, reportStage: (fault: StageFault) => void): ProfileText {
  if ('text' in answer) return answer.text;
  if ('problem' in answer) throw problemFrom(answer.problem);
  if ('stage' in answer) {
    reportStage(new StageFault(answer.stage, answer.fault));
    throw stageFailed();
  }
  throw new Error(answer.fault);
}

/** The calculator of a process with its lifecycle. */
type OpenCalculator = { readonly calculator: ProfileCalculator; close(): Promise<void> };

/**
 * Calculates large profiles in threads, so that they delay no other request, and small ones in the main thread. If the operator has
 * stages, all profiles are calculated in threads, where a faulty stage cannot end the service.
 *
 * @param built stages that are part of the program: functions cannot be sent to a thread, so all profiles are calculated in the
 *   main one
 * @throws ConfigurationError for a stage that cannot be used
 */
export async function openProfileCalculator(
  { stagesDirectory, workerMemory }: Config['profiles'],
  logger: Logger,
  built?: OperatorStages,
  onWaiting: WaitListener = () => {},
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
    onWaiting,
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
