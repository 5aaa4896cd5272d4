import { Problem } from '../../errors/problem.ts';
import type { ProfileStage } from './stage.ts';

/** The stages that an operator adds to those of every calculation. */
export type OperatorStages = {
  readonly stages: readonly ProfileStage[];
  /** Changes whenever the stages change, which invalidates cached profiles. Empty without stages. */
  readonly digest: string;
};

export const NO_STAGES: OperatorStages = { stages: [], digest: '' };

/** An error of an operator's stage. The message, with the stack of the cause, is for the log. */
export class StageFault extends Error {
  override readonly name = 'StageFault';
  /** Name of the stage; null where it is not known. */
  readonly stage: string | null;

  constructor(stage: string | null, cause: unknown) {
    super(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause));
    this.stage = stage;
  }
}

/**
 * The answer when an operator's stage fails. There is no profile then, as it would not be the one that the operator wants; without a
 * retry time, as the stage would fail again.
 */
export function stageFailed(): Problem {
  return new Problem('profile-unavailable', "A stage that this service's operator added failed; its log says which.");
}
