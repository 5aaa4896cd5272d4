import type { CountedAssertions } from './evidence/counted.ts';
import type { Evidence } from './evidence/evidence.ts';
import type { EquivalenceClasses } from './graph/equivalence.ts';
import type { GraphHierarchy } from './graph/hierarchy.ts';
import type { IndexedGraph } from './graph/indexed-graph.ts';
import type { ProfileAssertion, ProfileGraph, ProfileLimits, ProfileOptions, ProfilePerson } from './model.ts';
import type { CompetencyState } from './result.ts';
import type { ChildFlags } from './rules/child-flags.ts';
import type { GoalStates } from './rules/goals.ts';
import type { Percentages } from './rules/percentages.ts';

/** The input of a profile. Assertions are decrypted, and all are about the person. */
export type CalculationInput = {
  readonly graph: ProfileGraph;
  readonly assertions: readonly ProfileAssertion[];
  readonly person: ProfilePerson;
  readonly options: ProfileOptions;
};

/** A calculation before assertions are counted, for stages. */
export type ProfileRequest = {
  readonly graph: ProfileGraph;
  readonly person: ProfilePerson;
  readonly options: ProfileOptions;
  /** The time for which the profile is calculated, UTC milliseconds. */
  readonly time: number;
};

/** A calculation after assertions are counted, for stages. */
export type ProfileCalculation = ProfileRequest & {
  readonly limits: ProfileLimits;
  readonly index: IndexedGraph;
  readonly hierarchy: GraphHierarchy;
  readonly classes: EquivalenceClasses;
  readonly assertions: CountedAssertions;
  /** The assertions that a stage left out, by the number of their competency. */
  readonly excluded: ReadonlyMap<number, readonly ExcludedAssertion[]>;
  readonly evidence: Evidence;
  readonly goals: GoalStates;
  readonly childFlags: ChildFlags;
  readonly percentages: Percentages;
  /** The states, by the number of the competency. */
  readonly states: readonly CompetencyState[];
  /** The state of the competency with this id; undefined when it is not in the graph. */
  state(id: string): CompetencyState | undefined;
};

/** An assertion that does not count, and the name of the stage that left it out. */
export type ExcludedAssertion = { readonly assertion: ProfileAssertion; readonly stage: string };
