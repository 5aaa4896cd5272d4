import type { Json } from '../../../repository/linked-data/json.ts';
import type { ProfileCalculation } from '../calculation.ts';
import type { CountedAssertion } from '../evidence/counted.ts';
import type { ProfileCompetency, ProfileResource } from '../model.ts';
import type { AssertionEntry, CompetencyState, ProfileNode } from '../result.ts';
import { display, displayTrimmed, finite, signatureCount } from '../stored-values.ts';
import { compareText } from '../text-order.ts';

/** The nodes of the framework's own competencies, by number, without their children. */
export function profileNodes(
  calculation: ProfileCalculation,
  resources: ReadonlyMap<number, readonly ProfileResource[]>,
): ProfileNode[] {
  const entry = assertionEntries(calculation);
  const { index, states, evidence, options } = calculation;
  return index.competencies.slice(0, index.listed).map((competency, number) => {
    const state = states[number] ?? initialState();
    const assertions = evidence
      .list(number)
      .map(entry)
      .filter((shown): shown is AssertionEntry => shown !== undefined);
    const omitted = evidence.count(number) - assertions.length;
    const own = resources.get(number)?.map(({ object }) => object);
    const required = signatureCount(competency.requiredSignatureCount);
    const node: ProfileNode = {
      ...relatedFrameworks(competency),
      ...(assertions.length === 0 ? {} : { assertions }),
      ...(omitted === 0 ? {} : { assertionsOmitted: omitted }),
      ...shown('name', competency.name, options.language),
      ...shown('shortName', competency.shortName, options.language),
      id: competency.id,
      ...shown('type', competency.type, options.language),
      ...(required === undefined ? {} : { requiredSignatureCount: required }),
      children: [],
      ...(required === undefined ? {} : { requiredDistinctPositiveSignatures: required }),
      state,
      ...(own === undefined ? {} : { resources: own }),
    };
    return node;
  });
}

/** The state of a competency before any stage. */
export function initialState(): CompetencyState {
  return {
    latestEvidenceIsPositive: null,
    hasEvidence: false,
    isGoal: false,
    isHighPriorityGoal: false,
    leadsToGoalTopDown: false,
    requiredForGoalBottomUp: false,
    leadsToHighPriorityGoalTopDown: false,
    requiredForHighPriorityGoalBottomUp: false,
    hasPositiveEvidence: false,
    hasNegativeEvidence: false,
    distinctPositiveSignatures: 0,
    distinctNegativeSignatures: 0,
    isQualifiedAccordingToSignatures: false,
    hasDirectPositiveAssertion: false,
    allChildrenLatestEvidenceIsPositive: false,
    hasAnyChildrenWithPositiveEvidence: false,
    treeWeight: 1,
    percentLastEvidenceIsPositive: 0,
    percentAllEvidenceIsPositive: 0,
    percentHasPositiveEvidence: 0,
  };
}

function relatedFrameworks({ relatedFrameworks: ids }: ProfileCompetency): { relatedFrameworks?: string[] } {
  return ids === undefined || ids.length === 0 ? {} : { relatedFrameworks: [...new Set(ids)].sort(compareText) };
}

function shown(name: 'name' | 'shortName' | 'type', value: Json | undefined, language: string | undefined) {
  const text = displayTrimmed(value, language);
  return text === undefined ? {} : { [name]: text };
}

/** Name of a subject or agent whose person is not found. */
export const UNKNOWN_PERSON = 'Unknown Person';

/** The entries of assertions in the answer. An assertion on several competencies has one entry object. */
function assertionEntries(calculation: ProfileCalculation): (position: number) => AssertionEntry | undefined {
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
