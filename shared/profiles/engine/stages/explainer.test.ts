import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calculateProfile } from '../calculate.ts';
import type { ProfileAssertion, ProfileRelation } from '../model.ts';
import type { ProfileNode, Reason } from '../result.ts';
import { type ProfileInput, profileInput } from '../testing/arbitrary.ts';
import { assertions, framework, NOW } from '../testing/notation.ts';
import { nodeOf, nodesOf, profileOf, type ShortCase } from '../testing/profile.ts';
import type { ProfileStage } from './stage.ts';

const EXPLAIN = { explain: true };

function reason(one: ShortCase, id: string, about: Reason['about']): Reason | undefined {
  const node = nodeOf(profileOf({ ...one, options: { ...EXPLAIN, ...one.options } }), id);
  return node.reasons?.find((given) => given.about === about);
}

/** The parts of a reason that depend on its kind. */
function facts(one: ShortCase, id: string, about: Reason['about']): Partial<Reason> | undefined {
  return factsOf(reason(one, id, about));
}

function factsOf(given: Reason | undefined): Partial<Reason> | undefined {
  if (given === undefined) return undefined;
  const { about: _about, rule: _rule, sentence: _sentence, path: _path, ...rest } = given;
  return rest;
}

test('reasons are included only on request', () => {
  const one = { graph: 'C>P', assertions: '+P' };
  expect(nodeOf(profileOf(one), 'P')).not.toHaveProperty('reasons');
  const explained = nodesOf(profileOf({ ...one, options: EXPLAIN }));
  for (const { reasons, ...node } of explained.values()) {
    expect(reasons?.length).toBeGreaterThan(0);
    expect(node.state).toEqual(nodeOf(profileOf(one), node.id).state);
  }
});

describe('a reason names', () => {
  test('the assertion that decides, its agent and its path', () => {
    const one = { graph: 'C>P, C requires R', assertions: '+P@1000 by Ann, +C@500 by Bob' };
    expect(reason(one, 'R', 'latestEvidenceIsPositive')).toEqual({
      about: 'latestEvidenceIsPositive',
      rule: 3,
      value: true,
      sentence:
        'The latest assertion, by Ann, of 1970-01-01, is positive: it was made on "Name of P" and counts here over 2 relations.',
      assertion: 'a1',
      negative: false,
      assertionDate: 1000,
      agent: 'Ann',
      competency: 'P',
      competencyName: 'Name of P',
      path: [
        { relation: 'r:C>P', type: 'narrows', from: 'P', to: 'C' },
        { relation: 'r:C requires R', type: 'requires', from: 'C', to: 'R' },
      ],
    });
  });

  test('the latest assertion of each polarity', () => {
    const one = { graph: 'C>P', assertions: '+P@1000, -C@2000, +C@1500' };
    const other = { competency: 'P', competencyName: 'Name of P' };
    expect(facts(one, 'C', 'latestEvidenceIsPositive')).toEqual({
      value: false,
      assertion: 'a2',
      negative: true,
      assertionDate: 2000,
      agent: 'Agent',
    });
    expect(facts(one, 'C', 'hasPositiveEvidence')).toEqual({
      value: true,
      assertion: 'a3',
      negative: false,
      assertionDate: 1500,
      agent: 'Agent',
    });
    expect(facts(one, 'C', 'hasNegativeEvidence')).toEqual({
      value: true,
      assertion: 'a2',
      negative: true,
      assertionDate: 2000,
      agent: 'Agent',
    });
    expect(facts(one, 'P', 'hasDirectPositiveAssertion')).toEqual({
      value: true,
      assertion: 'a1',
      negative: false,
      assertionDate: 1000,
      agent: 'Agent',
    });
    expect(facts({ ...one, assertions: '+P' }, 'C', 'hasPositiveEvidence')).toMatchObject({
      assertionDate: null,
      ...other,
    });
  });

  test('a competency outside the tree by its name, or by its id alone where it has none', () => {
    const graph = framework('C>M, D>U', 'C D', [{ id: 'U', name: '' }]);
    const one = { graph, assertions: '+M, +U' };
    expect(facts(one, 'C', 'latestEvidenceIsPositive')).toMatchObject({ competency: 'M', competencyName: 'Name of M' });
    expect(facts(one, 'D', 'latestEvidenceIsPositive')).toMatchObject({ competency: 'U' });
    expect(facts(one, 'D', 'latestEvidenceIsPositive')).not.toHaveProperty('competencyName');
  });

  test('no fact where no assertion counts', () => {
    expect(facts({ graph: 'C>P' }, 'C', 'latestEvidenceIsPositive')).toEqual({ value: null });
  });

  test('how many keys assert it, and how many have to be exceeded', () => {
    const graph = framework('C>P', undefined, [{ id: 'P', requiredSignatureCount: 1 }]);
    const signed = (assertions: string) => facts({ graph, assertions }, 'P', 'isQualifiedAccordingToSignatures');
    expect(signed('+P by Ann')).toEqual({ value: false, count: 1, requiredSignatureCount: 1 });
    expect(signed('+P by Ann, +P by Bob')).toEqual({ value: true, count: 2, requiredSignatureCount: 1 });
    expect(facts({ graph, assertions: '+P' }, 'C', 'isQualifiedAccordingToSignatures')).toBeUndefined();
  });

  test('of how many competencies how many have positive evidence', () => {
    const one = { graph: 'A>P, B>P, X~B', assertions: '+X' };
    expect(facts(one, 'P', 'percentHasPositiveEvidence')).toEqual({ value: 0.5, count: 2, total: 4 });
  });

  test('the goal that a competency leads to or is required for', () => {
    const one = { graph: 'C>P, G>C, X~C', goals: 'C!' };
    const goal = { value: true, competency: 'C', competencyName: 'Name of C' };
    expect(reason(one, 'P', 'leadsToGoalTopDown')).toMatchObject({ rule: 6, ...goal });
    expect(reason(one, 'G', 'requiredForGoalBottomUp')).toMatchObject({ rule: 6, ...goal });
    expect(facts(one, 'P', 'leadsToHighPriorityGoalTopDown')).toEqual(goal);
    expect(facts(one, 'G', 'requiredForHighPriorityGoalBottomUp')).toEqual(goal);
    expect(reason(one, 'C', 'isGoal')).toMatchObject({ rule: 12, sentence: 'It is a goal of the person.' });
    expect(facts(one, 'C', 'isGoal')).toEqual({ value: true });
    expect(facts(one, 'C', 'isHighPriorityGoal')).toEqual({ value: true });
    expect(reason(one, 'X', 'isGoal')).toMatchObject({ rule: 7, ...goal });
    expect(facts(one, 'X', 'isHighPriorityGoal')).toEqual(goal);
  });

  test('the child that fails with the cause, and the descendant that is positive', () => {
    const one = { graph: 'A>P, B>P, G>A', assertions: '+G' };
    const [all, any] = ['allChildrenLatestEvidenceIsPositive', 'hasAnyChildrenWithPositiveEvidence'] as const;
    const child = { value: false, competency: 'B', competencyName: 'Name of B' };
    expect(facts(one, 'P', all)).toEqual({ ...child, cause: 'no-evidence' });
    expect(facts({ ...one, assertions: '-B' }, 'P', all)).toMatchObject({ cause: 'no-evidence', competency: 'A' });
    expect(facts({ ...one, assertions: '+A, -B' }, 'P', all)).toEqual({ ...child, cause: 'latest-negative' });
    expect(facts({ ...one, assertions: '+A, +B' }, 'P', all)).toEqual({ value: true });
    expect(facts(one, 'P', any)).toEqual({ value: true, competency: 'G', competencyName: 'Name of G' });
    expect(facts({ ...one, assertions: '' }, 'P', any)).toEqual({ value: false });
  });

  test('the cause for which an assertion does not count', () => {
    const graph = 'C>P';
    const causes = (assertions: string, options = {}) => reason({ graph, assertions, options }, 'C', 'assertions');
    expect(causes('+C until 5')).toMatchObject({ assertion: 'a1', stage: 'default', cause: 'expired' });
    expect(causes('+C@9', { targetDateTime: 5 })).toMatchObject({ cause: 'not-yet-made' });
    expect(causes('+C@9', { endDate: 5 })).toMatchObject({ stage: 'time-bounding', cause: 'outside-dates' });
    expect(causes('+C@9', { conditions: ['x'] })).toMatchObject({ stage: 'conditions', cause: 'conditions-not-met' });
    expect(causes('+C@9')).toBeUndefined();
  });

  test('the known facts of an assertion that cannot be read, or that a stage of the operator left out', () => {
    const [given] = assertions('-C@9 by Ann');
    if (given === undefined) throw new Error('there is none');
    const excluded = (parts: Partial<ProfileAssertion>, stages: readonly ProfileStage[] = []) => {
      const input = [[{ ...given, ...parts }], { goals: [] }, { now: NOW, explain: true }, stages] as const;
      const node = nodeOf(calculateProfile(framework('C>P'), ...input), 'C');
      return factsOf(node.reasons?.find(({ about }) => about === 'assertions'));
    };
    const facts = { value: null, assertion: 'a1', negative: true, assertionDate: 9, agent: 'Ann', stage: 'default' };
    expect(excluded({ negative: null })).toEqual({ ...facts, negative: null, cause: 'unreadable' });
    expect(excluded({ agent: null })).toEqual({ ...facts, agent: 'Unknown Person', cause: 'no-agent' });
    expect(excluded({ assertionDate: Number.NaN, expirationDate: 5 })).toEqual({
      ...facts,
      assertionDate: null,
      cause: 'expired',
    });
    expect(excluded({}, [{ name: 'own', order: 70, assertions: () => [] }])).toEqual({ ...facts, stage: 'own' });
  });

  test('the last ten steps of a long path, and its length', () => {
    const ties = Array.from({ length: 40 }, (_, step) => `C${step + 1}>C${step}`).join(', ');
    expect(reason({ graph: ties, assertions: '+C0' }, 'C10', 'hasPositiveEvidence')).not.toHaveProperty('pathLength');
    const { path, pathLength } = reason({ graph: ties, assertions: '+C0' }, 'C40', 'hasPositiveEvidence') ?? {};
    expect(pathLength).toBe(40);
    expect(path?.map(({ to }) => to)).toEqual(Array.from({ length: 10 }, (_, step) => `C${step + 31}`));
  });
});

/** The directions in which each type carries an assertion, as pairs of the ends of a relation. */
function allowed({ type, source, target }: ProfileRelation, positive: boolean): string[] {
  const [forward, backward] = [`${source} ${target}`, `${target} ${source}`];
  if (type === 'isEquivalentTo') return [forward, backward];
  if (type === 'narrows') return [positive ? backward : forward];
  if (type === 'requires') return [positive ? forward : backward];
  return positive ? [forward, backward] : [forward];
}

test('every reason holds: its assertion, its steps and its competency exist and lead here', () => {
  fc.assert(
    fc.property(profileInput, (input) => {
      const { graph, assertions, person } = input;
      const profile = calculateProfile(graph, assertions, person, { now: NOW, explain: true });
      for (const node of nodesOf(profile).values()) {
        expect(node.reasons?.length).toBeGreaterThan(0);
        for (const one of node.reasons ?? []) check(one, node, input);
      }
    }),
    { numRuns: process.env['CHECKS'] === 'full' ? 200 : 80 },
  );
});

function check(one: Reason, node: ProfileNode, { graph, assertions: given }: ProfileInput): void {
  expect(one.sentence).toMatch(/^["A-Z0-9].*\.$/);
  expect(one.sentence).not.toMatch(/undefined|null|NaN|-1/);
  if (one.about !== 'assertions') expect(one.value).toBe(node.state[one.about]);
  const other = graph.competencies.find(({ id }) => id === one.competency);
  expect([one.competency, one.competencyName]).toEqual([other?.id, other?.name]);
  if (one.assertion === undefined) return;
  const assertion = given.find(({ id }) => id === one.assertion);
  expect([one.negative, one.assertionDate]).toEqual([assertion?.negative, assertion?.assertionDate]);
  const counts = node.assertions?.some(({ id }) => id === one.assertion) ?? false;
  expect(counts).toBe(one.about !== 'assertions');
  let here = assertion?.competency;
  for (const { relation, from, to } of one.path ?? []) {
    const tie = graph.relations.find(({ id }) => id === relation);
    expect(from).toBe(here);
    expect(tie === undefined ? [] : allowed(tie, assertion?.negative === false)).toContain(`${from} ${to}`);
    here = to;
  }
  expect(here).toBe(node.id);
  expect(one.competency).toBe(one.path === undefined ? undefined : assertion?.competency);
}
