import { describe, expect, test } from 'vitest';
import { calculateProfile } from '../calculate.ts';
import type { ProfileAssertion, ProfileGraph, ProfilePerson } from '../model.ts';
import type { Profile } from '../result.ts';
import { assertions, framework, NOW, relations } from '../testing/notation.ts';
import { nodeOf } from '../testing/profile.ts';

const GRAPH: ProfileGraph = {
  framework: { id: 'F', name: { '@language': 'en', '@value': 'Framework F' }, competencies: ['M', 'A', 'G', 'R'] },
  competencies: [
    { id: 'R', name: ' Reading ', shortName: { '@value': 'RD' }, type: 'Skill' },
    { id: 'A', name: [{ '@language': 'en', '@value': 'Algebra' }], requiredSignatureCount: 1 },
    { id: 'G', name: 'Geometry' },
    { id: 'M', name: 'Mathematics', relatedFrameworks: ['other', 'another', 'other'] },
  ],
  relations: relations('A>M, G>M'),
};

const ANN = { key: 'ann', name: { '@language': 'en', '@value': 'Ann Agent' } };

const GIVEN: ProfileAssertion[] = [
  {
    id: '1',
    competency: 'A',
    negative: false,
    agent: ANN,
    assertionDate: 1_700_000_001_000,
    expirationDate: null,
    evidence: ['http://ev.example/1', null],
  },
  {
    id: '2',
    competency: 'G',
    negative: true,
    agent: { key: 'abe' },
    assertionDate: 1_700_000_002_000,
    expirationDate: 1_999_000_000_000,
  },
  {
    id: '3',
    competency: 'R',
    negative: false,
    agent: ANN,
    assertionDate: null,
    expirationDate: null,
    evidence: [],
    grade: 'B+',
    registration: 'reg-1',
    condition: ['cond1'],
  },
];

const PERSON: ProfilePerson = { name: 'Pat Subject', goals: [{ competency: 'A', highPriority: true }] };

function calculate(person = PERSON): Profile {
  return calculateProfile(GRAPH, GIVEN, person, { now: NOW, frameworkId: 'F/7' });
}

describe('the answer', () => {
  test('has its members in the order that clients know', () => {
    expect(Object.keys(calculate())).toEqual(['children', 'name', 'id', 'timeline']);
    expect(calculate()).toMatchObject({ name: 'Framework F', id: 'F/7', timeline: [] });
  });

  test('has competencies whose members are in the order that clients know', () => {
    const { assertions: own, children, state, ...mathematics } = nodeOf(calculate(), 'M');
    expect(mathematics).toEqual({ relatedFrameworks: ['another', 'other'], name: 'Mathematics', id: 'M' });
    expect([own?.length, children.map(({ id }) => id)]).toEqual([1, ['A', 'G']]);
    expect(Object.keys(nodeOf(calculate(), 'M'))).toEqual([
      'relatedFrameworks',
      'assertions',
      'name',
      'id',
      'children',
      'state',
    ]);
    expect(Object.keys(nodeOf(calculate(), 'A'))).toEqual([
      'assertions',
      'name',
      'id',
      'requiredSignatureCount',
      'children',
      'requiredDistinctPositiveSignatures',
      'state',
    ]);
    expect(Object.entries(nodeOf(calculate(), 'R')).slice(1, 6)).toEqual([
      ['name', 'Reading'],
      ['shortName', 'RD'],
      ['id', 'R'],
      ['type', 'Skill'],
      ['children', []],
    ]);
  });

  test('has states with all members', () => {
    expect(JSON.stringify(nodeOf(calculate(), 'M').state)).toBe(
      JSON.stringify({
        latestEvidenceIsPositive: false,
        hasEvidence: true,
        isGoal: false,
        isHighPriorityGoal: false,
        leadsToGoalTopDown: true,
        requiredForGoalBottomUp: false,
        leadsToHighPriorityGoalTopDown: true,
        requiredForHighPriorityGoalBottomUp: false,
        hasPositiveEvidence: false,
        hasNegativeEvidence: true,
        distinctPositiveSignatures: 0,
        distinctNegativeSignatures: 1,
        isQualifiedAccordingToSignatures: false,
        hasDirectPositiveAssertion: false,
        allChildrenLatestEvidenceIsPositive: false,
        hasAnyChildrenWithPositiveEvidence: true,
        treeWeight: 3,
        percentLastEvidenceIsPositive: 1 / 3,
        percentAllEvidenceIsPositive: 1 / 3,
        percentHasPositiveEvidence: 1 / 3,
      }),
    );
  });

  test('has assertions with the members that are known, in the order that clients know', () => {
    const entries = ['A', 'M', 'R'].map((id) => nodeOf(calculate(), id).assertions?.[0]);
    expect(entries.map((entry) => JSON.stringify(entry))).toEqual(
      [
        {
          negative: false,
          subject: 'Pat Subject',
          agent: ANN.name,
          competency: 'Algebra',
          assertionDate: 1_700_000_001_000,
          expirationDate: null,
          id: '1',
          evidence: ['http://ev.example/1', null],
        },
        {
          negative: true,
          subject: 'Pat Subject',
          agent: 'Unknown Person',
          competency: 'Geometry',
          assertionDate: 1_700_000_002_000,
          expirationDate: 1_999_000_000_000,
          id: '2',
        },
        {
          negative: false,
          grade: 'B+',
          subject: 'Pat Subject',
          agent: ANN.name,
          competency: ' Reading ',
          condition: ['cond1'],
          assertionDate: null,
          expirationDate: null,
          id: '3',
          registration: 'reg-1',
        },
      ].map((entry) => JSON.stringify(entry)),
    );
  });

  test('has no subject if the person has no name, and no date that is not a number', () => {
    expect(nodeOf(calculate({ goals: [] }), 'A').assertions?.[0]).not.toHaveProperty('subject');
    const odd = assertions('+A').map((one) => ({ ...one, assertionDate: Number.NaN }));
    const profile = calculateProfile(framework('', 'A'), odd, PERSON, { now: NOW });
    expect(nodeOf(profile, 'A').assertions?.[0]?.assertionDate).toBeNull();
  });
});

test('has mentions with the id of the competency, its state, and seeAlso', () => {
  const profile = calculateProfile(framework('C>P, C>Q'), assertions('+C'), PERSON, { now: NOW });
  const [, second] = ['P', 'Q'].map((id) => nodeOf(profile, id).children[0]);
  expect(second).toEqual({ id: 'C', state: nodeOf(profile, 'C').state, seeAlso: true });
});

test('may contain ids and names such as __proto__', () => {
  const graph = framework('constructor>toString, valueOf>toString');
  const given = assertions('+toString').map((one) => ({ ...one, agent: { key: '__proto__', name: '__proto__' } }));
  const profile = calculateProfile(graph, given, PERSON, { now: NOW, explain: true });
  expect(nodeOf(profile, 'constructor').state).toMatchObject({
    hasPositiveEvidence: true,
    distinctPositiveSignatures: 1,
  });
});
