import type { ProfileCalculation } from '../calculation.ts';
import { checkLimit } from '../limits.ts';
import { childReasons } from '../reasons/children.ts';
import { evidenceReasons } from '../reasons/evidence.ts';
import { exclusionReasons } from '../reasons/exclusions.ts';
import { goalReasons } from '../reasons/goals.ts';
import { percentageReason } from '../reasons/percentages.ts';
import type { Reason } from '../result.ts';
import type { ProfileStage } from './stage.ts';

/** Adds the reasons for each competency's state (specification: profile rule 13) where the request asks for them. */
export const explainer: ProfileStage = {
  name: 'explainer',
  order: 300,
  node(node, calculation) {
    if (calculation.options.explain !== true) return;
    checkLimit(calculation.limits, 'explainedCompetencies', calculation.index.listed);
    const number = calculation.index.find(node.id);
    if (number !== undefined) node.reasons = reasonsFor(number, calculation);
  },
};

function reasonsFor(competency: number, calculation: ProfileCalculation): Reason[] {
  return [
    ...evidenceReasons(competency, calculation),
    ...exclusionReasons(competency, calculation),
    ...goalReasons(competency, calculation),
    ...childReasons(competency, calculation),
    percentageReason(competency, calculation),
  ];
}
