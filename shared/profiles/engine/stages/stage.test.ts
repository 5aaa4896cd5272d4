import { expect, test } from 'vitest';
import { calculateProfile } from '../calculate.ts';
import { assertions, framework, NOW } from '../testing/notation.ts';
import { listed, nodeOf } from '../testing/profile.ts';
import type { ProfileStage } from './stage.ts';

const graph = framework('C>P');

function calculate(...stages: ProfileStage[]) {
  return calculateProfile(graph, assertions('+P@1 by Ann, +C@2 by Bob'), { goals: [] }, { now: NOW }, stages);
}

test('a stage without hooks changes nothing', () => {
  expect(calculate({ name: 'idle', order: 70 })).toEqual(calculate());
});

test('rule 13 a stage of the operator decides which assertions count, before they travel', () => {
  const profile = calculate({
    name: 'no-ann',
    order: 70,
    assertions: (given) => given.filter(({ agent }) => agent?.name !== 'Ann'),
  });
  expect(listed(nodeOf(profile, 'C'))).toBe('+a2');
  expect(nodeOf(profile, 'P').state.hasEvidence).toBe(false);
});

test('rule 13 a stage may change states after the stages before it, and add to nodes and to the answer', () => {
  const profile = calculate({
    name: 'mark',
    order: 150,
    states({ state }) {
      const parent = state('P');
      if (parent !== undefined) parent.isGoal = parent.hasPositiveEvidence;
    },
    node(node) {
      Object.assign(node, { colour: node.state.isGoal ? 'green' : 'grey' });
    },
    profile(answer) {
      Object.assign(answer, { checked: true });
    },
  });
  expect(nodeOf(profile, 'P')).toMatchObject({ colour: 'green', state: { isGoal: true } });
  expect(nodeOf(profile, 'C')).toMatchObject({ colour: 'grey' });
  expect(profile).toMatchObject({ checked: true });
});

test('rule 13 stages run in the order of their numbers, then of their names, in whatever order they are listed', () => {
  const ran: string[] = [];
  const stage = (name: string, order: number): ProfileStage => ({ name, order, states: () => void ran.push(name) });
  calculate(stage('b', 250), stage('late', 900), stage('a', 250), stage('early', 10));
  expect(ran).toEqual(['early', 'a', 'b', 'late']);
});
