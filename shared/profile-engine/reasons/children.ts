import type { ProfileCalculation } from '../calculation.ts';
import type { Reason } from '../result.ts';
import { nameOf } from './words.ts';

/** Which child or descendant decides the roll-up flags; empty where none does. */
export function childReasons(competency: number, calculation: ProfileCalculation): Reason[] {
  return [...allReason(competency, calculation), ...anyReason(competency, calculation)];
}

function allReason(competency: number, calculation: ProfileCalculation): Reason[] {
  const value = calculation.childFlags.allChildrenLatestEvidenceIsPositive(competency);
  if (value === undefined) return [];
  const child = calculation.childFlags.failingChild(competency);
  const why =
    calculation.evidence.latest(child) === -1
      ? 'has no evidence, and nothing below it has positive evidence'
      : 'has negative latest evidence';
  return [
    {
      about: 'allChildrenLatestEvidenceIsPositive',
      rule: 9,
      value,
      sentence: value
        ? 'The latest evidence of every child is positive, or below it there is positive evidence.'
        : `The child ${nameOf(child, calculation)} ${why}.`,
      ...idOf(child, calculation),
    },
  ];
}

function anyReason(competency: number, calculation: ProfileCalculation): Reason[] {
  const value = calculation.childFlags.hasAnyChildrenWithPositiveEvidence(competency);
  if (value === undefined) return [];
  const below = calculation.childFlags.positiveBelow(competency);
  return [
    {
      about: 'hasAnyChildrenWithPositiveEvidence',
      rule: 9,
      value,
      sentence: value
        ? `${nameOf(below, calculation)}, below it, has positive evidence.`
        : 'Nothing below it has positive evidence.',
      ...idOf(below, calculation),
    },
  ];
}

function idOf(number: number, { index }: ProfileCalculation): { competency?: string } {
  const id = index.competencies[number]?.id;
  return id === undefined ? {} : { competency: id };
}
