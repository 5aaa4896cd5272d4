import { Problem } from '../errors/problem.ts';
import { calculateProfile } from './calculate.ts';
import type { CalculationInput } from './calculation.ts';
import { type ProfileText, profileText } from './profile-text.ts';
import { guarded } from './stages/guarded.ts';
import { type OperatorStages, StageFault, stageFailed } from './stages/operator-stages.ts';
import type { ProfileStage } from './stages/stage.ts';
import { createAssembly, inParts } from './thread-transfer.ts';

/** What calculates profiles: in this thread, or in others where the platform has some. */
export type ProfileCalculator = {
  /** The digest of the operator's stages (`OperatorStages`): part of what a kept profile is kept under. */
  readonly stages: string;
  /**
   * Calculates a profile and writes it down.
   *
   * @throws Problem `profile-too-large` (422), or `profile-unavailable` (503) when an operator's stage fails or what
   *   calculates ends before it is done
   */
  readonly calculate: (input: CalculationInput) => Promise<ProfileText>;
};

/**
 * Calculates in this thread, which does nothing else meanwhile: for platforms without threads. What an operator's stage does to
 * its input stays with this calculation, as in another thread: others share the graph.
 *
 * @param report is told of faults of the operator's stages, for the log
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
  return input; // the last part makes it whole
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
      // No runtime holds longer texts: half a gigabyte, as a rule.
      if (error instanceof RangeError) throw new Problem('profile-too-large', 'The profile is too long to be sent.');
      // What the engine itself gives is JSON: a stage added a cycle, or something that JSON has no form for.
      throw stages.length === 0 ? error : new StageFault(null, error);
    }
  };
}
