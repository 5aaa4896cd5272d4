import type { ProfileCalculation } from '../calculation.ts';
import { dateOf } from '../evidence/counted.ts';
import { at } from '../graph/adjacency.ts';
import type { ProfileAssertion } from '../model.ts';
import type { CompetencyState } from '../result.ts';
import { signatureCount } from '../stored-values.ts';
import type { ProfileStage } from './stage.ts';

/** Why an assertion does not count. */
export type Exclusion = 'unreadable' | 'no-agent' | 'not-yet-made' | 'expired';

/**
 * Why an assertion about the subject cannot count, by the parts that must be decrypted to decide it; null when it can (specification:
 * Assertion, profile rule 3).
 *
 * @param time the time for which the profile is calculated, UTC milliseconds
 * @param asOf whether the request names that time: later assertions are then left out
 */
export function exclusionOf(
  assertion: Pick<ProfileAssertion, 'negative' | 'agent' | 'assertionDate' | 'expirationDate'>,
  time: number,
  asOf: boolean,
): Exclusion | null {
  if (assertion.negative === null) return 'unreadable';
  if (assertion.agent === null) return 'no-agent';
  if (asOf && dateOf(assertion) > time) return 'not-yet-made';
  return assertion.expirationDate !== null && assertion.expirationDate < time ? 'expired' : null;
}

/** Matching and aggregation: leaves out assertions that cannot count, and sets the state of every competency. */
export const defaultStage: ProfileStage = {
  name: 'default',
  order: 100,
  assertions(assertions, { time, options }) {
    const asOf = options.targetDateTime !== undefined;
    return assertions.filter((assertion) => exclusionOf(assertion, time, asOf) === null);
  },
  states(calculation) {
    calculation.states.forEach((state, competency) => {
      addEvidence(state, competency, calculation);
      addGoals(state, competency, calculation);
      addChildFlags(state, competency, calculation);
      addPercentages(state, competency, calculation);
    });
  },
};

function addEvidence(state: CompetencyState, competency: number, calculation: ProfileCalculation): void {
  const { positive, negative, latest } = calculation.evidence;
  const last = latest(competency);
  const required = signatureCount(calculation.index.competencies[competency]?.requiredSignatureCount);
  state.hasEvidence = last !== -1;
  state.hasPositiveEvidence = at(positive.latest.assertion, competency) !== -1;
  state.hasNegativeEvidence = at(negative.latest.assertion, competency) !== -1;
  state.latestEvidenceIsPositive = last === -1 ? null : last === at(positive.latest.assertion, competency);
  state.distinctPositiveSignatures = positive.agents(competency);
  state.distinctNegativeSignatures = negative.agents(competency);
  state.isQualifiedAccordingToSignatures = required !== undefined && state.distinctPositiveSignatures > required;
}

function addGoals(state: CompetencyState, competency: number, { goals, classes }: ProfileCalculation): void {
  const group = at(classes.of, competency);
  state.isGoal = goals.all.goal.has(group);
  state.isHighPriorityGoal = goals.highPriority.goal.has(group);
  state.leadsToGoalTopDown = at(goals.all.leadsTo, group) !== -1;
  state.requiredForGoalBottomUp = at(goals.all.requiredFor, group) !== -1;
  state.leadsToHighPriorityGoalTopDown = at(goals.highPriority.leadsTo, group) !== -1;
  state.requiredForHighPriorityGoalBottomUp = at(goals.highPriority.requiredFor, group) !== -1;
}

function addChildFlags(state: CompetencyState, competency: number, { childFlags }: ProfileCalculation): void {
  const all = childFlags.allChildrenLatestEvidenceIsPositive(competency);
  const any = childFlags.hasAnyChildrenWithPositiveEvidence(competency);
  if (all === undefined) delete state.allChildrenLatestEvidenceIsPositive;
  else state.allChildrenLatestEvidenceIsPositive = all;
  if (any === undefined) delete state.hasAnyChildrenWithPositiveEvidence;
  else state.hasAnyChildrenWithPositiveEvidence = any;
}

function addPercentages(state: CompetencyState, competency: number, { percentages }: ProfileCalculation): void {
  state.treeWeight = percentages.treeWeight(competency);
  state.percentLastEvidenceIsPositive = percentages.percentLastEvidenceIsPositive(competency);
  state.percentAllEvidenceIsPositive = percentages.percentAllEvidenceIsPositive(competency);
  state.percentHasPositiveEvidence = percentages.percentHasPositiveEvidence(competency);
}

/**
 * Keeps the assertions dated inside `startDate` and `endDate`, both included (specification: Profile). Without a date an
 * assertion is dated 0.
 */
export const timeBounding: ProfileStage = {
  name: 'time-bounding',
  order: 50,
  assertions(assertions, { options: { startDate, endDate } }) {
    if (startDate === undefined && endDate === undefined) return assertions;
    return assertions.filter((assertion) => {
      const date = dateOf(assertion);
      return (startDate === undefined || date >= startDate) && (endDate === undefined || date <= endDate);
    });
  },
};

/** Flags the competencies on which a positive assertion was made directly. */
export const directAssertions: ProfileStage = {
  name: 'direct',
  order: 200,
  states({ assertions, states }) {
    for (const competency of assertions.latestDirectPositive.keys()) {
      const state = states[competency];
      if (state !== undefined) state.hasDirectPositiveAssertion = true;
    }
  },
};
