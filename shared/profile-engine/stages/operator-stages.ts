import { Problem } from '../../errors/problem.ts';
import type { ProfileStage } from './stage.ts';

/** The stages that an operator adds to those of every calculation. */
export type OperatorStages = {
  readonly stages: readonly ProfileStage[];
  /** A text that is another one whenever the stages would give other profiles: those kept from before count no more. Empty without stages. */
  readonly digest: string;
};

export const NO_STAGES: OperatorStages = { stages: [], digest: '' };

/** Something that an operator's stage did wrong. The message, with the stack of the cause, is for the log. */
export class StageFault extends Error {
  override readonly name = 'StageFault';
  /** Name of the stage; null where it cannot be told which one it was. */
  readonly stage: string | null;

  constructor(stage: string | null, cause: unknown) {
    super(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause));
    this.stage = stage;
  }
}

/**
 * What callers are told when an operator's stage fails. A profile without that stage would not be the one that the operator
 * wants shown, so there is none; and as the stage would fail again, there is no time after which to retry.
 */
export function stageFailed(): Problem {
  return new Problem('profile-unavailable', "A stage that this service's operator added failed; its log says which.");
}
