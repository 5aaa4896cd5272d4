import { Problem } from '../../base/errors/problem.ts';
import { calculateProfile } from './calculate.ts';
import type { CalculationInput } from './calculation.ts';
import { type ProfileText, profileText } from './result.ts';
import { guarded, type OperatorStages, StageFault, stageFailed } from './stages/operator-stages.ts';
import type { ProfileStage } from './stages/stage.ts';
import { createAssembly, inParts } from './thread-transfer.ts';

/** Calculates profiles, in this thread or in other threads. */
export type ProfileCalculator = {
  /** The digest of the operator's stages (`OperatorStages`): part of the cache key. */
  readonly stages: string;
  /**
   * @throws Problem `profile-too-large` (422), or `profile-unavailable` (503) when an operator's stage fails or the thread ends
   *   before it is done
   */
  readonly calculate: (input: CalculationInput) => Promise<ProfileText>;
};

/**
 * Calculates in this thread, for platforms without threads. If the operator has stages, the input is copied, since other
 * calculations share the graph and a stage may change it.
 *
 * @param report called with faults of the operator's stages, for the log
 */
export function createCalculator(own: OperatorStages, report: (fault: StageFault) => void): ProfileCalculator {
  const calculate = textCalculation(own.stages);
  return {
    stages: own.digest,
    async calculate(input) {
      try {
        return calculate(own.stages.length === 0 ? input : copied(input));
      } catch (error) {
        if (!(error instanceof StageFault)) throw error;
        report(error);
        throw stageFailed();
      }
    },
  };
}

function copied(input: CalculationInput): CalculationInput {
  const assemble = createAssembly();
  for (const part of inParts(input)) {
    const whole = assemble(structuredClone(part));
    if (whole !== null) return whole;
  }
  return input; // unreachable: the last part completes the input
}

/**
 * One calculation, from its input to its text.
 *
 * @param own the operator's stages
 * @throws Problem `profile-too-large` (422); StageFault
 */
export function textCalculation(own: readonly ProfileStage[]): (input: CalculationInput) => ProfileText {
  const stages = own.map(guarded);
  return ({ graph, assertions, person, options }) => {
    const profile = calculateProfile(graph, assertions, person, options, stages);
    try {
      return profileText(profile);
    } catch (error) {
      // The text exceeds the runtime's maximum, usually half a gigabyte.
      if (error instanceof RangeError) throw new Problem('profile-too-large', 'The profile is too long to be sent.');
      // The engine's own result is JSON: a stage added a cycle, or a value that JSON cannot represent.
      throw stages.length === 0 ? error : new StageFault(null, error);
    }
  };
}
