import { describe, expect, test } from 'vitest';
import { Problem } from '../../base/errors/problem.ts';
import type { CalculationInput } from './calculation.ts';
import { createCalculator } from './calculator.ts';
import type { ProfileAssertion } from './model.ts';
import type { StageFault } from './stages/operator-stages.ts';
import type { ProfileStage } from './stages/stage.ts';
import { assertions, framework, NOW } from './testing/notation.ts';

const INPUT: CalculationInput = {
  graph: framework('C>P'),
  assertions: assertions('+P@1'),
  person: { goals: [] },
  options: { now: NOW },
};

function calculator(...stages: readonly ProfileStage[]) {
  const faults: StageFault[] = [];
  const made = createCalculator({ stages, digest: 'x' }, (fault) => void faults.push(fault));
  return { ...made, faults };
}

describe("an operator's stage", () => {
  test('takes part in the calculation', async () => {
    const { calculate } = calculator({
      name: 'own',
      order: 1,
      profile: (profile) => void Object.assign(profile, { name: 'Mine' }),
    });
    expect((await calculate(INPUT)).before).toContain('"name":"Mine"');
  });

  test('may be an object whose hooks reach its state by `this`', async () => {
    class Own implements ProfileStage {
      readonly name = 'own';
      readonly order = 1;
      profile(profile: { name?: unknown }): void {
        profile.name = this.name;
      }
    }
    expect((await calculator(new Own()).calculate(INPUT)).before).toContain('"name":"own"');
  });

  test('changes only a copy: graphs are shared between calculations', async () => {
    const { calculate } = calculator({
      name: 'own',
      order: 1,
      states: ({ graph }) => {
        for (const one of graph.competencies) Object.assign(one, { name: 'changed' });
      },
    });
    const before = structuredClone(INPUT);
    await calculate(INPUT);
    expect(INPUT).toEqual(before);
  });

  const promise = async (): Promise<void> => undefined;
  const wrong: readonly [string, Partial<ProfileStage>][] = [
    ['throws before assertions travel', { assertions: () => fail() }],
    ['throws at the states', { states: () => fail() }],
    ['throws at a node', { node: () => fail() }],
    ['throws at the answer', { profile: () => fail() }],
    ['throws something that is not an error', { states: () => fail('nothing') }],
    ['gives no assertions', { assertions: () => undefined as unknown as ProfileAssertion[] }],
    ['gives assertions that are none', { assertions: () => [null as unknown as ProfileAssertion] }],
    ['gives a promise of assertions', { assertions: promise as unknown as () => ProfileAssertion[] }],
    ['works on after its hook has ended', { states: promise }],
    ['works on after the answer', { profile: promise }],
    ['takes the children away', { profile: (profile) => void Reflect.deleteProperty(profile, 'children') }],
  ];
  test.each(wrong)('that %s fails the profile, with no time to retry, and the log gets its name', async (_, hooks) => {
    const { calculate, faults } = calculator({ name: 'own', order: 70, ...hooks });
    const failed = calculate(INPUT);
    await expect(failed).rejects.toMatchObject({ code: 'profile-unavailable', status: 503, extras: {} });
    await expect(failed).rejects.not.toThrow(/own|nothing|broken/);
    expect(faults.map(({ stage }) => stage)).toEqual(['own']);
  });

  test.each([
    ['a cycle', (profile: object) => Object.assign(profile, { self: profile })],
    ['what JSON has no form for', (profile: object) => Object.assign(profile, { big: 1n })],
  ])('that leaves %s in the answer fails the profile', async (_, profile) => {
    const { calculate, faults } = calculator({ name: 'own', order: 70, profile: (one) => void profile(one) });
    await expect(calculate(INPUT)).rejects.toMatchObject({ code: 'profile-unavailable', extras: {} });
    expect(faults).toHaveLength(1);
  });

  test('that meets a limit of the engine leaves it a limit', async () => {
    const { calculate, faults } = calculator({
      name: 'own',
      order: 70,
      states: () => {
        throw new Problem('profile-too-large', 'too large');
      },
    });
    await expect(calculate(INPUT)).rejects.toMatchObject({ code: 'profile-too-large' });
    expect(faults).toEqual([]);
  });
});

function fail(what: unknown = new Error('broken')): never {
  throw what;
}
