import type { ProfileCalculation } from '../calculation.ts';
import type { Latest } from '../evidence/travel.ts';
import { at } from '../graph/adjacency.ts';
import type { PathStep, Reason } from '../result.ts';
import { signatureCount } from '../stored-values.ts';
import { assertionFacts, competencyFacts } from './facts.ts';
import { agentName, counted, dateText, nameOf } from './words.ts';

const MAX_PATH_STEPS = 10;

/** Which assertions decide the evidence flags, and their paths. */
export function evidenceReasons(competency: number, calculation: ProfileCalculation): Reason[] {
  const { evidence } = calculation;
  const last = evidence.latest(competency);
  if (last === -1) return [noEvidence];
  const positive = at(evidence.positive.latest.assertion, competency);
  const negative = at(evidence.negative.latest.assertion, competency);
  const latest = last === positive ? evidence.positive.latest : evidence.negative.latest;
  return [
    reason('latestEvidenceIsPositive', 3, last === positive, competency, latest, calculation),
    ...(positive === -1
      ? []
      : [reason('hasPositiveEvidence', 4, true, competency, evidence.positive.latest, calculation)]),
    ...(negative === -1
      ? []
      : [reason('hasNegativeEvidence', 4, true, competency, evidence.negative.latest, calculation)]),
    ...directReason(competency, calculation),
    ...qualificationReason(competency, calculation),
  ];
}

const noEvidence: Reason = {
  about: 'latestEvidenceIsPositive',
  rule: 3,
  value: null,
  sentence: 'No assertion counts here.',
};

type EvidenceFlag = 'latestEvidenceIsPositive' | 'hasPositiveEvidence' | 'hasNegativeEvidence';

const BEGINNINGS: { readonly [Flag in EvidenceFlag]: string } = {
  latestEvidenceIsPositive: 'The latest assertion',
  hasPositiveEvidence: 'The latest positive assertion',
  hasNegativeEvidence: 'The latest negative assertion',
};

function reason(
  about: EvidenceFlag,
  rule: number,
  value: boolean,
  competency: number,
  latest: Latest,
  calculation: ProfileCalculation,
): Reason {
  const item = calculation.assertions.items[at(latest.assertion, competency)];
  if (item === undefined) return noEvidence;
  const { assertion, agent, negative } = item;
  const steps = at(latest.steps, competency);
  const kind = about === 'latestEvidenceIsPositive' ? ` is ${negative ? 'negative' : 'positive'}: it` : '';
  const source = steps === 0 ? 'was made on this competency' : `was made on ${nameOf(item.competency, calculation)}`;
  const way = steps === 0 ? '' : ` and counts here over ${counted(steps, 'relation', 'relations')}`;
  return {
    about,
    rule,
    value,
    sentence: `${BEGINNINGS[about]}, by ${agentName(agent, calculation)}, ${dateText(assertion.assertionDate)},${kind} ${source}${way}.`,
    ...assertionFacts(assertion),
    ...(steps === 0
      ? {}
      : { ...competencyFacts(item.competency, calculation), path: pathTo(competency, latest, calculation) }),
    ...(steps <= MAX_PATH_STEPS ? {} : { pathLength: steps }),
  };
}

/** The last steps of the path of a competency's latest assertion. */
function pathTo(competency: number, latest: Latest, { index }: ProfileCalculation): PathStep[] {
  const path: PathStep[] = [];
  const idOf = (number: number): string => index.competencies[number]?.id ?? '';
  for (let here = competency; path.length < MAX_PATH_STEPS; ) {
    const from = at(latest.from, here);
    const relation = index.relations[at(latest.relation, here)];
    if (from === -1 || relation === undefined) break;
    path.push({ relation: relation.id, type: relation.type, from: idOf(from), to: idOf(here) });
    here = from;
  }
  return path.reverse();
}

function directReason(competency: number, calculation: ProfileCalculation): Reason[] {
  const { items, latestDirectPositive } = calculation.assertions;
  const item = items[latestDirectPositive.get(competency) ?? -1];
  if (item === undefined) return [];
  return [
    {
      about: 'hasDirectPositiveAssertion',
      rule: 13,
      value: true,
      sentence: `${agentName(item.agent, calculation)} asserts this competency itself.`,
      ...assertionFacts(item.assertion),
    },
  ];
}

function qualificationReason(competency: number, { index, evidence }: ProfileCalculation): Reason[] {
  const required = signatureCount(index.competencies[competency]?.requiredSignatureCount);
  if (required === undefined) return [];
  const agents = evidence.positive.agents(competency);
  return [
    {
      about: 'isQualifiedAccordingToSignatures',
      rule: 5,
      value: agents > required,
      sentence: `${counted(agents, 'key asserts', 'distinct keys assert')} it positively; more than ${required} must.`,
      count: agents,
      requiredSignatureCount: required,
    },
  ];
}
