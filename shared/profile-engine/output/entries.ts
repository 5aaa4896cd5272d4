import type { ProfileCalculation } from '../calculation.ts';
import { display } from '../display.ts';
import type { CountedAssertion } from '../evidence/counted.ts';
import type { AssertionEntry } from '../result.ts';

/** Name of a subject or agent whose person is not found. */
export const UNKNOWN_PERSON = 'Unknown Person';

/** The entries of assertions in the answer. An assertion on several competencies has one entry object. */
export function assertionEntries(calculation: ProfileCalculation): (position: number) => AssertionEntry | undefined {
  const entries: (AssertionEntry | undefined)[] = [];
  return (position) => {
    const counted = calculation.assertions.items[position];
    if (counted !== undefined) entries[position] ??= entryOf(counted, calculation);
    return entries[position];
  };
}

function entryOf({ assertion, agent, negative, competency }: CountedAssertion, calculation: ProfileCalculation) {
  const { person, index, options } = calculation;
  const name = display(index.competencies[competency]?.name, options.language);
  const entry: AssertionEntry = {
    negative,
    ...(assertion.grade === undefined ? {} : { grade: assertion.grade }),
    ...(person.name === undefined ? {} : { subject: person.name }),
    agent: agent.name ?? UNKNOWN_PERSON,
    ...(name === undefined ? {} : { competency: name }),
    ...(assertion.condition === undefined ? {} : { condition: assertion.condition }),
    assertionDate: finite(assertion.assertionDate),
    expirationDate: finite(assertion.expirationDate),
    id: assertion.id,
    ...(assertion.registration === undefined ? {} : { registration: assertion.registration }),
    ...(assertion.evidence === undefined || assertion.evidence.length === 0
      ? {}
      : { evidence: [...assertion.evidence] }),
  };
  return entry;
}

function finite(time: number | null): number | null {
  return time !== null && Number.isFinite(time) ? time : null;
}
