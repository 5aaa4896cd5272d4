import { parentPort, workerData } from 'node:worker_threads';
import { Problem, type ProblemRecord, recordOf } from '../../shared/base/errors/problem.ts';
import type { CalculationInput } from '../../shared/profiles/engine/calculation.ts';
import { textCalculation } from '../../shared/profiles/engine/calculator.ts';
import type { ProfileText } from '../../shared/profiles/engine/result.ts';
import { NO_STAGES, StageFault } from '../../shared/profiles/engine/stages/operator-stages.ts';
import { createAssembly, type InputPart } from '../../shared/profiles/engine/thread-transfer.ts';
import { loadStages } from './profile-stages.ts';

/** The `workerData` of a thread. */
export type WorkerStart = {
  /** The directory of the operator's stages, or null. */
  readonly directory: string | null;
  /** Digest of the stages when the service started. */
  readonly digest: string;
};

/** The result for one input. */
export type WorkerAnswer =
  | { readonly text: ProfileText }
  | { readonly problem: ProblemRecord }
  /** An operator's stage failed: its name, if known, and the error, for the log. */
  | { readonly stage: string | null; readonly fault: string }
  /** A fault of the program, for the log. */
  | { readonly fault: string };

/** Runs the thread that calculates profiles. */
async function serve(port: NonNullable<typeof parentPort>, { directory, digest }: WorkerStart): Promise<void> {
  const own = directory === null ? NO_STAGES : await loadStages(directory);
  if (own.digest !== digest) {
    throw new Error(`The files in ${directory} are no longer those that the service started with: restart it.`);
  }
  const calculate = textCalculation(own.stages);
  const assemble = createAssembly();
  port.on('message', (part: InputPart) => {
    const input = assemble(part);
    if (input !== null) port.postMessage(answer(input));
  });

  function answer(input: CalculationInput): WorkerAnswer {
    try {
      return { text: calculate(input) };
    } catch (error) {
      if (error instanceof Problem) return { problem: recordOf(error) };
      if (error instanceof StageFault) return { stage: error.stage, fault: error.message };
      return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  }
}

if (parentPort !== null) await serve(parentPort, workerData as WorkerStart); // profile-workers.ts passes it
