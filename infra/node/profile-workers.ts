import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Problem } from '../../shared/errors/problem.ts';
import { problemFrom } from '../../shared/errors/problem-record.ts';
import type { CalculationInput } from '../../shared/profile-engine/calculation.ts';
import type { ProfileCalculator } from '../../shared/profile-engine/calculator.ts';
import type { ProfileText } from '../../shared/profile-engine/profile-text.ts';
import { StageFault, stageFailed } from '../../shared/profile-engine/stages/operator-stages.ts';
import { inParts } from '../../shared/profile-engine/thread-transfer.ts';
import { threadModule } from '../../shared/threads/thread-module.ts';
import { createThreadPool, type Refusal, type Thread } from '../../shared/threads/thread-pool.ts';
import type { WorkerAnswer, WorkerStart } from './profile-worker.ts';

export type ProfileWorkersOptions = WorkerStart & {
  /** Maximum heap of one thread in megabytes. */
  readonly memory: number;
  /** Maximum number of threads; default: one less than the machine runs in parallel, and at least one. */
  readonly size?: number;
  /** Milliseconds for a calculation, waiting for a thread included. */
  readonly deadline?: number;
  /** Called with faults of threads, for the log. */
  readonly report: (error: unknown) => void;
  /** Called with faults of the operator's stages. */
  readonly reportStage: (fault: StageFault) => void;
};

/** Calculates profiles in threads. */
export type ProfileWorkers = ProfileCalculator & { close(): Promise<void> };

/** The engine bounds its own steps: only a stage that does not end, or an overloaded machine, takes as long. */
const CALCULATION_TIMEOUT_MS = 60_000;
/** Threads are terminated at once. */
const GRACE_MS = 0;
/** Idle threads are terminated, which frees their memory. */
const IDLE_TIMEOUT_MS = 60_000;
/** Each waiting calculation holds its input. */
const MAX_WAITING = 100;

const REFUSALS: { readonly [why in Refusal]: readonly [detail: string, retryAfter: number] } = {
  busy: ['Too many profiles are waiting to be calculated.', 2],
  late: ['The calculation took too long and was ended.', 30],
  died: ['What calculated this profile ended before it was done.', 10],
};

/** Opens a pool of threads that calculate profiles; each starts when it is first needed. */
export function openProfileWorkers(options: ProfileWorkersOptions): ProfileWorkers {
  const { directory, digest, memory, report, reportStage } = options;
  const { size = Math.max(1, availableParallelism() - 1), deadline = CALCULATION_TIMEOUT_MS } = options;
  const pool = createThreadPool<CalculationInput, WorkerAnswer>({
    start: () =>
      new Worker(threadModule(import.meta.url, 'profile-worker'), {
        workerData: { directory, digest } satisfies WorkerStart,
        resourceLimits: { maxOldGenerationSizeMb: memory },
      }),
    size,
    maxWaiting: MAX_WAITING,
    grace: GRACE_MS,
    idle: IDLE_TIMEOUT_MS,
    send: (thread, input, _budget, wanted) => send(thread, input, wanted),
    end: (thread) => void thread.terminate(),
    refuse(why) {
      const [detail, retryAfter] = REFUSALS[why];
      return new Problem('profile-unavailable', detail, { retryAfter });
    },
    report,
  });
  return {
    stages: digest,
    calculate: async (input) => textOf(await pool.run(input, deadline), reportStage),
    close: pool.close,
  };
}

/** Sends an input part by part, with other work of this thread in between. */
async function send(thread: Thread, input: CalculationInput, wanted: () => boolean): Promise<void> {
  for (const part of inParts(input)) {
    thread.postMessage(part);
    if (part.last !== null) return;
    await setImmediate();
    if (!wanted()) return;
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
