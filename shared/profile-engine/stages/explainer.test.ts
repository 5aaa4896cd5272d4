import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calculateProfile } from '../calculate.ts';
import type { ProfileRelation } from '../model.ts';
import type { ProfileNode, Reason } from '../result.ts';
import { type ProfileInput, profileInput } from '../testing/arbitrary.ts';
import { NOW } from '../testing/notation.ts';
import { nodeOf, nodesOf, profileOf, type ShortCase } from '../testing/profile.ts';

const EXPLAIN = { explain: true };

function reason(one: ShortCase, id: string, about: Reason['about']): Reason | undefined {
  const node = nodeOf(profileOf({ ...one, options: { ...EXPLAIN, ...one.options } }), id);
  return node.reasons?.find((given) => given.about === about);
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
      agent: 'Ann',
      path: [
        { relation: 'r:C>P', type: 'narrows', from: 'P', to: 'C' },
        { relation: 'r:C requires R', type: 'requires', from: 'C', to: 'R' },
      ],
    });
  });

  test('the latest assertion of each polarity', () => {
    const one = { graph: 'C>P', assertions: '+P@1000, -C@2000, +C@1500' };
    expect(reason(one, 'C', 'hasPositiveEvidence')).toMatchObject({ assertion: 'a3', value: true });
    expect(reason(one, 'C', 'hasNegativeEvidence')).toMatchObject({ assertion: 'a2', value: true });
    expect(reason(one, 'P', 'hasDirectPositiveAssertion')).toMatchObject({ assertion: 'a1' });
  });

  test('the goal that a competency leads to or is required for', () => {
    const one = { graph: 'C>P, G>C, X~C', goals: 'C' };
    expect(reason(one, 'P', 'leadsToGoalTopDown')).toMatchObject({ rule: 6, competency: 'C' });
    expect(reason(one, 'G', 'requiredForGoalBottomUp')).toMatchObject({ rule: 6, competency: 'C' });
    expect(reason(one, 'C', 'isGoal')).toMatchObject({ rule: 12, sentence: 'It is a goal of the person.' });
    expect(reason(one, 'X', 'isGoal')).toMatchObject({ rule: 7, competency: 'C' });
  });

  test('the child that fails, and the descendant that is positive', () => {
    const one = { graph: 'A>P, B>P, G>A', assertions: '+G' };
    expect(reason(one, 'P', 'allChildrenLatestEvidenceIsPositive')).toMatchObject({ value: false, competency: 'B' });
    expect(reason(one, 'P', 'hasAnyChildrenWithPositiveEvidence')).toMatchObject({ value: true, competency: 'G' });
  });

  test('the cause for which an assertion does not count', () => {
    const graph = 'C>P';
    const causes = (assertions: string, options = {}) => reason({ graph, assertions, options }, 'C', 'assertions');
    expect(causes('+C until 5')).toMatchObject({ assertion: 'a1', stage: 'default', cause: 'expired' });
    expect(causes('+C@9', { targetDateTime: 5 })).toMatchObject({ cause: 'not-yet-made' });
    expect(causes('+C@9', { endDate: 5 })).toMatchObject({ stage: 'time-bounding' });
    expect(causes('+C@9', { conditions: ['x'] })).toMatchObject({ stage: 'conditions' });
    expect(causes('+C@9')).toBeUndefined();
  });

  test('the ten last steps of a long way, and how long it is', () => {
    const ties = Array.from({ length: 40 }, (_, step) => `C${step + 1}>C${step}`).join(', ');
    expect(reason({ graph: ties, assertions: '+C0' }, 'C10', 'hasPositiveEvidence')).not.toHaveProperty('pathLength');
    const { path, pathLength } = reason({ graph: ties, assertions: '+C0' }, 'C40', 'hasPositiveEvidence') ?? {};
    expect(pathLength).toBe(40);
    expect(path?.map(({ to }) => to)).toEqual(Array.from({ length: 10 }, (_, step) => `C${step + 31}`));
  });
});

/** Which way each type carries an assertion, as pairs of the ends of a relation. */
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

function check(one: Reason, node: ProfileNode, { graph, assertions }: ProfileInput): void {
  expect(one.sentence).toMatch(/^["A-Z0-9].*\.$/);
  expect(one.sentence).not.toMatch(/undefined|null|NaN|-1/);
  if (one.about !== 'assertions') expect(one.value).toBe(node.state[one.about]);
  if (one.competency !== undefined) expect(graph.competencies.map(({ id }) => id)).toContain(one.competency);
  if (one.assertion === undefined) return;
  const assertion = assertions.find(({ id }) => id === one.assertion);
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
}
