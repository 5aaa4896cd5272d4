import type { ExcludedAssertion, ProfileCalculation } from '../calculation.ts';
import { UNKNOWN_PERSON } from '../output/entries.ts';
import type { Reason } from '../result.ts';
import { defaultStage, type Exclusion, exclusionOf } from '../stages/default.ts';
import { agentName, dateText } from './words.ts';

/** Assertions left out that are named per competency. */
const MAX_REASONS = 10;

const CAUSES: { readonly [Cause in Exclusion]: string } = {
  unreadable: 'whether it is positive or negative cannot be read',
  'no-agent': 'who made it cannot be read',
  'not-yet-made': 'it is dated after the time asked for',
  expired: 'it had expired',
};

/** Assertions on the competency that count nowhere, and why. */
export function exclusionReasons(competency: number, calculation: ProfileCalculation): Reason[] {
  const excluded = calculation.excluded.get(competency) ?? [];
  return excluded.slice(0, MAX_REASONS).map((one) => exclusionReason(one, calculation));
}

function exclusionReason({ assertion, stage }: ExcludedAssertion, calculation: ProfileCalculation): Reason {
  const asOf = calculation.options.targetDateTime !== undefined;
  const cause = stage === defaultStage.name ? exclusionOf(assertion, calculation.time, asOf) : null;
  const because = cause === null ? `the stage ${stage} left it out` : CAUSES[cause];
  return {
    about: 'assertions',
    rule: cause === null ? 13 : 3,
    value: null,
    sentence: `The assertion by ${agentName(assertion.agent, calculation)}, ${dateText(assertion.assertionDate)}, does not count: ${because}.`,
    assertion: assertion.id,
    agent: assertion.agent?.name ?? UNKNOWN_PERSON,
    stage,
    ...(cause === null ? {} : { cause }),
  };
}
