import type { ProfileCalculation, ProfileRequest } from '../calculation.ts';
import type { ProfileAssertion } from '../model.ts';
import type { Profile, ProfileNode } from '../result.ts';

/**
 * A step of the calculation (specification: profile rule 13). Stages run in the order of `order`, those with the same one in
 * the order of their names. Every hook is optional, synchronous, and called once per calculation where nothing else is said.
 *
 * A stage keeps nothing between calculations and gives the same for the same input: answers are cached.
 */
export type ProfileStage = {
  readonly name: string;
  readonly order: number;
  /**
   * Which assertions count: gets what the stages before have left, from the
   * earliest to the latest at first, and returns those that stay, others, or changed copies.
   * It does so before anything travels, so what is left out counts nowhere.
   */
  readonly assertions?: (
    assertions: readonly ProfileAssertion[],
    request: ProfileRequest,
  ) => readonly ProfileAssertion[];
  /** Fills in or changes the states of competencies, outside ones included. */
  readonly states?: (calculation: ProfileCalculation) => void;
  /** Adds to a competency of the framework that is given in full; called for each, in the framework's order, before children are filled in. */
  readonly node?: (node: ProfileNode, calculation: ProfileCalculation) => void;
  /** Adds to the finished answer. */
  readonly profile?: (profile: Profile, calculation: ProfileCalculation) => void;
};
