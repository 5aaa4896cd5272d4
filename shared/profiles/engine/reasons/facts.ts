import type { ProfileCalculation } from '../calculation.ts';
import type { ProfileAssertion } from '../model.ts';
import { UNKNOWN_PERSON } from '../output/nodes.ts';
import type { Reason } from '../result.ts';
import { displayText, finite } from '../stored-values.ts';

/** The facts of a reason about an assertion. */
export function assertionFacts({ id, negative, assertionDate, agent }: ProfileAssertion) {
  return {
    assertion: id,
    negative,
    assertionDate: finite(assertionDate),
    agent: agent?.name ?? UNKNOWN_PERSON,
  } satisfies Partial<Reason>;
}

/** The facts of a reason about another competency; none for a number that is not a competency's. */
export function competencyFacts(
  competency: number,
  { index, options }: ProfileCalculation,
): Pick<Reason, 'competency' | 'competencyName'> {
  const vertex = index.competencies[competency];
  if (vertex === undefined) return {};
  const name = displayText(vertex.name, options.language);
  return { competency: vertex.id, ...(name === null || name === '' ? {} : { competencyName: name }) };
}
