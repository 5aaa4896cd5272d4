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
  /** Megabytes of JavaScript objects that one thread may hold. */
  readonly memory: number;
  /** Most threads; default: one less than the machine runs at a time, and at least one. */
  readonly size?: number;
  /** Milliseconds after which a calculation is given up, waiting for a thread included. */
  readonly deadline?: number;
  /** Is told of faults of threads, in words for the log. */
  readonly report: (error: unknown) => void;
  /** Is told of faults of the operator's stages. */
  readonly reportStage: (fault: StageFault) => void;
};

/** Profiles calculated in threads, and what ends these. */
export type ProfileWorkers = ProfileCalculator & { close(): Promise<void> };

/** The engine bounds its own steps: only a stage that does not end, or a machine that is overrun, takes so long. */
const DEADLINE = 60_000;
/** A thread is stopped at whatever it is doing. */
const GRACE = 0;
/** Milliseconds without work after which a thread gives its memory back. */
const IDLE = 60_000;
/** Calculations that may wait; each holds what it was loaded from. */
const MAX_WAITING = 100;

const REFUSALS: { readonly [why in Refusal]: readonly [detail: string, retryAfter: number] } = {
  busy: ['Too many profiles are waiting to be calculated.', 2],
  late: ['The calculation took too long and was ended.', 30],
  died: ['What calculated this profile ended before it was done.', 10],
};

/** Threads that calculate profiles; each is made when it is first needed. */
export function openProfileWorkers(options: ProfileWorkersOptions): ProfileWorkers {
  const { directory, digest, memory, report, reportStage } = options;
  const { size = Math.max(1, availableParallelism() - 1), deadline = DEADLINE } = options;
  const pool = createThreadPool<CalculationInput, WorkerAnswer>({
    start: () =>
      new Worker(threadModule(import.meta.url, 'profile-worker'), {
        workerData: { directory, digest } satisfies WorkerStart,
        resourceLimits: { maxOldGenerationSizeMb: memory },
      }),
    size,
    maxWaiting: MAX_WAITING,
    grace: GRACE,
    idle: IDLE,
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

/** Piece by piece, with other work of this thread in between. */
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
