import type { ProfileCalculation, ProfileRequest } from '../calculation.ts';
import type { ProfileAssertion } from '../model.ts';
import type { Profile, ProfileNode } from '../result.ts';

/**
 * A step of the calculation (specification: profile rule 13). Stages run in the order of `order`, then of their names. Every hook is
 * optional, synchronous, and called once per calculation unless its comment says otherwise.
 *
 * A stage keeps no state between calculations and is deterministic: answers are cached.
 */
export type ProfileStage = {
  readonly name: string;
  readonly order: number;
  /**
   * Filters or replaces assertions before they travel. Gets the result of the previous stage; the first one gets all, from the
   * earliest to the latest.
   */
  readonly assertions?: (
    assertions: readonly ProfileAssertion[],
    request: ProfileRequest,
  ) => readonly ProfileAssertion[];
  /** Changes the states of competencies, outside ones included. */
  readonly states?: (calculation: ProfileCalculation) => void;
  /** Changes the node of a competency of the framework. Called for each, in the framework's order, before children are added. */
  readonly node?: (node: ProfileNode, calculation: ProfileCalculation) => void;
  /** Changes the finished answer. */
  readonly profile?: (profile: Profile, calculation: ProfileCalculation) => void;
};
