import type { ExcludedAssertion, ProfileCalculation } from '../calculation.ts';
import { checkLimit } from '../limits.ts';
import { evidenceReasons } from '../reasons/evidence.ts';
import { assertionFacts, competencyFacts } from '../reasons/facts.ts';
import { goalReasons } from '../reasons/goals.ts';
import { agentName, counted, dateText, nameOf } from '../reasons/words.ts';
import type { Reason, ReasonCause } from '../result.ts';
import { defaultStage, type Exclusion, exclusionOf, timeBounding } from './built-in.ts';
import { conditions } from './conditions.ts';
import type { ProfileStage } from './stage.ts';

/** Adds the reasons for each competency's state (specification: profile rule 13) on request. */
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

/** Maximum number of excluded assertions that are listed per competency. */
const MAX_REASONS = 10;

const CAUSES: { readonly [Cause in Exclusion]: string } = {
  unreadable: 'whether it is positive or negative cannot be read',
  'no-agent': 'who made it cannot be read',
  'not-yet-made': 'it is dated after the time asked for',
  expired: 'it had expired',
};

/** The causes of the built-in stages that have only one. */
const STAGE_CAUSES: ReadonlyMap<string, ReasonCause> = new Map([
  [timeBounding.name, 'outside-dates'],
  [conditions.name, 'conditions-not-met'],
]);

/** Assertions on the competency that count nowhere, and why. */
function exclusionReasons(competency: number, calculation: ProfileCalculation): Reason[] {
  const excluded = calculation.excluded.get(competency) ?? [];
  return excluded.slice(0, MAX_REASONS).map((one) => exclusionReason(one, calculation));
}

function exclusionReason({ assertion, stage }: ExcludedAssertion, calculation: ProfileCalculation): Reason {
  const asOf = calculation.options.targetDateTime !== undefined;
  const exclusion = stage === defaultStage.name ? exclusionOf(assertion, calculation.time, asOf) : null;
  const because = exclusion === null ? `the stage ${stage} left it out` : CAUSES[exclusion];
  const cause = exclusion ?? STAGE_CAUSES.get(stage);
  return {
    about: 'assertions',
    rule: exclusion === null ? 13 : 3,
    value: null,
    sentence: `The assertion by ${agentName(assertion.agent, calculation)}, ${dateText(assertion.assertionDate)}, does not count: ${because}.`,
    ...assertionFacts(assertion),
    stage,
    ...(cause === undefined ? {} : { cause }),
  };
}

/** The child or descendant that decides the roll-up flags; empty if none does. */
function childReasons(competency: number, calculation: ProfileCalculation): Reason[] {
  return [...allReason(competency, calculation), ...anyReason(competency, calculation)];
}

const CHILD_CAUSES = {
  'no-evidence': 'has no evidence, and nothing below it has positive evidence',
  'latest-negative': 'has negative latest evidence',
} as const satisfies { readonly [Cause in ReasonCause]?: string };

function allReason(competency: number, calculation: ProfileCalculation): Reason[] {
  const value = calculation.childFlags.allChildrenLatestEvidenceIsPositive(competency);
  if (value === undefined) return [];
  const child = calculation.childFlags.failingChild(competency);
  const cause = calculation.evidence.latest(child) === -1 ? 'no-evidence' : 'latest-negative';
  return [
    {
      about: 'allChildrenLatestEvidenceIsPositive',
      rule: 9,
      value,
      sentence: value
        ? 'The latest evidence of every child is positive, or below it there is positive evidence.'
        : `The child ${nameOf(child, calculation)} ${CHILD_CAUSES[cause]}.`,
      ...(value ? {} : { ...competencyFacts(child, calculation), cause }),
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
      ...competencyFacts(below, calculation),
    },
  ];
}

/** The numbers that the percentages are computed from. */
function percentageReason(competency: number, { percentages }: ProfileCalculation): Reason {
  const positive = percentages.positive(competency);
  const all = percentages.treeWeight(competency);
  return {
    about: 'percentHasPositiveEvidence',
    rule: 10,
    value: percentages.percentHasPositiveEvidence(competency),
    sentence: `${positive} of ${counted(all, 'competency', 'competencies')} (itself, those below it and their equivalents) ${positive === 1 ? 'has' : 'have'} positive evidence.`,
    count: positive,
    total: all,
  };
}
