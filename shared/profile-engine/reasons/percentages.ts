import type { ProfileCalculation } from '../calculation.ts';
import type { Reason } from '../result.ts';
import { counted } from './words.ts';

/** The numbers that the percentages are computed from. */
export function percentageReason(competency: number, { percentages }: ProfileCalculation): Reason {
  const positive = percentages.positive(competency);
  const all = percentages.treeWeight(competency);
  return {
    about: 'percentHasPositiveEvidence',
    rule: 10,
    value: percentages.percentHasPositiveEvidence(competency),
    sentence: `${positive} of ${counted(all, 'competency', 'competencies')} (itself, those below it and their equivalents) ${positive === 1 ? 'has' : 'have'} positive evidence.`,
  };
}
