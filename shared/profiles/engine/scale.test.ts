import { describe, expect, test } from 'vitest';
import { Problem } from '../../base/errors/problem.ts';
import { calculateProfile } from './calculate.ts';
import type { ProfileGraph, ProfileLimits, ProfileOptions, ProfileRelation } from './model.ts';
import type { Profile } from './result.ts';
import { assertions, NOW } from './testing/notation.ts';
import { everyPlace, nodeOf, outline, profileOf } from './testing/profile.ts';

/** More than twice the depth at which recursion exhausts the stack. */
const DEEP = 25_000;
const LONG = 12_000;

function numbered(
  size: number,
  relations: (id: (n: number) => string) => Omit<ProfileRelation, 'id'>[],
  listed = size,
): ProfileGraph {
  const id = (n: number) => `C${n}`;
  const ids = Array.from({ length: size }, (_, n) => id(n));
  return {
    framework: { id: 'F', competencies: ids.slice(0, listed) },
    competencies: ids.map((one) => ({ id: one })),
    relations: relations(id).map((relation, n) => ({ id: `r${n}`, ...relation })),
  };
}

function calculate(graph: ProfileGraph, given: string, options: Partial<ProfileOptions> = {}): Profile {
  return calculateProfile(
    graph,
    assertions(given),
    { goals: [{ competency: 'C5', highPriority: true }] },
    { now: NOW, ...options },
  );
}

function chain(size: number, type: string, closed = false): ProfileGraph {
  const steps = closed ? size : size - 1;
  return numbered(size, (id) =>
    Array.from({ length: steps }, (_, n) => ({ source: id((n + 1) % size), target: id(n), type })),
  );
}

function problemOf(run: () => unknown): Problem {
  try {
    run();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('nothing was wrong');
}

describe('I8', () => {
  test('25,000 competencies below each other are calculated', () => {
    const profile = calculate(chain(DEEP, 'narrows'), '+C10@1, -C24990@2', { limits: { depth: DEEP } });
    expect(everyPlace(profile).length).toBe(DEEP);
    const { state } = nodeOf(profile, 'C0');
    expect(state).toMatchObject({ latestEvidenceIsPositive: false, leadsToHighPriorityGoalTopDown: true });
    expect(state).toMatchObject({ treeWeight: DEEP, percentHasPositiveEvidence: (DEEP - 10) / DEEP });
  }, 60_000);

  test('a long cycle of narrows is calculated, and the cut is reported', () => {
    const profile = calculate(chain(LONG, 'narrows', true), '+C10', { limits: { depth: LONG } });
    expect(profile.cycles).toEqual([{ relation: `r${LONG - 1}`, source: 'C0', target: `C${LONG - 1}` }]);
    expect(nodeOf(profile, 'C0').state).toMatchObject({ hasPositiveEvidence: true, percentHasPositiveEvidence: 1 });
  });

  test('competencies equivalent one after the other are one', () => {
    const profile = calculate(chain(LONG, 'isEquivalentTo'), '+C10');
    expect(nodeOf(profile, `C${LONG - 1}`).state).toMatchObject({
      isGoal: true,
      treeWeight: LONG,
      hasPositiveEvidence: true,
    });
  });
});

test('cliques of equivalence, and layers with every relation between them, are calculated quickly', () => {
  const size = 150;
  const clique = numbered(size, (id) =>
    Array.from({ length: size * (size - 1) }, (_, n) => ({
      source: id(Math.floor(n / (size - 1))),
      target: id((Math.floor(n / (size - 1)) + 1 + (n % (size - 1))) % size),
      type: 'isEquivalentTo',
    })),
  );
  expect(nodeOf(calculate(clique, '+C1'), `C${size - 1}`).state.treeWeight).toBe(size);
  const layers = numbered(200, (id) =>
    Array.from({ length: 99 }, (_, layer) =>
      [0, 1].flatMap((a) => [0, 1].map((b) => [2 * layer + a, 2 * layer + 2 + b])),
    )
      .flat()
      .map(([parent = 0, child = 0]) => ({ source: id(child), target: id(parent), type: 'narrows' })),
  );
  const profile = calculate(layers, '+C1');
  expect(nodeOf(profile, 'C0').state.treeWeight).toBe(199);
  expect(everyPlace(profile)).toHaveLength(2 + 99 * 4);
  expect(problemOf(() => calculate(layers, '', { expand: true }))).toMatchObject({
    code: 'profile-too-large',
    status: 422,
  });
});

describe('weights are exact if many competencies have several parents', () => {
  test.each([31, 127, 128, 129, 400])('%i of them', (size) => {
    // Two parents above every one of `size`, which stand above one leaf.
    const graph = numbered(size + 3, (id) =>
      Array.from({ length: size }, (_, n) => [
        { source: id(n + 2), target: id(0), type: 'narrows' },
        { source: id(n + 2), target: id(1), type: 'narrows' },
        { source: id(size + 2), target: id(n + 2), type: 'narrows' },
      ]).flat(),
    );
    const profile = calculate(graph, '+C2');
    expect(nodeOf(profile, 'C0').state).toMatchObject({
      treeWeight: size + 2,
      percentHasPositiveEvidence: 2 / (size + 2),
    });
    expect(nodeOf(profile, 'C1').state.treeWeight).toBe(size + 2);
    expect(nodeOf(profile, 'C2').state.treeWeight).toBe(2);
  });
});

test('each of many assertions and agents counts where it belongs', () => {
  const given = Array.from({ length: 150 }, (_, n) => `+${n % 3 === 0 ? 'A' : 'P'}@${n} by Agent${n % 75}`).join(', ');
  const profile = profileOf({ graph: 'C>P, D>A', assertions: given });
  const numbers = Array.from({ length: 150 }, (_, n) => n);
  const expected = (some: number[]) => ({
    ids: some.map((n) => `a${n + 1}`),
    agents: new Set(some.map((n) => n % 75)).size,
  });
  for (const [ids, some] of [
    [['A', 'D'], numbers.filter((n) => n % 3 === 0)],
    [['P', 'C'], numbers.filter((n) => n % 3 !== 0)],
  ] as const) {
    for (const id of ids) {
      const { assertions: own, state } = nodeOf(profile, id);
      expect({ ids: own?.map((entry) => entry.id), agents: state.distinctPositiveSignatures }).toEqual(
        expected([...some]),
      );
    }
  }
});

describe('too many assertions to list', () => {
  const one = { graph: 'C>P, D>P', assertions: '+P@1 by Ann, +P@2 by Bob, +P@3, -C@4, +D@5', goals: '' };

  test('leave each competency its latest ones, and do not change the states', () => {
    const all = profileOf(one);
    const some = profileOf({ ...one, options: { limits: { listedAssertions: 7 } } });
    for (const id of ['P', 'C', 'D']) {
      const [whole, cut] = [nodeOf(all, id), nodeOf(some, id)];
      expect(cut.state).toEqual(whole.state);
      expect(cut.assertions).toEqual(whole.assertions?.slice(-2));
      expect(cut.assertionsOmitted).toBe((whole.assertions?.length ?? 0) - 2);
    }
  });

  test('leave at least the latest one', () => {
    const { assertions: given, assertionsOmitted } = nodeOf(
      profileOf({ ...one, options: { limits: { listedAssertions: 0 } } }),
      'C',
    );
    expect([given?.map(({ id }) => id), assertionsOmitted]).toEqual([['a4'], 3]);
  });

  test('are not an error if the answer has room for all', () => {
    const profile = profileOf({ ...one, options: { limits: { listedAssertions: 12 } } });
    expect(nodeOf(profile, 'P')).not.toHaveProperty('assertionsOmitted');
  });
});

describe('beyond a limit', () => {
  const graph = 'L>T, R>T, B>L, B>R';

  test.each<[keyof ProfileLimits, number, Partial<ProfileOptions>]>([
    ['competencies', 4, {}],
    ['relations', 4, {}],
    ['assertions', 2, {}],
    ['nodes', 5, {}],
    ['expandedNodes', 5, { expand: true }],
    ['depth', 3, {}],
    ['depth', 3, { expand: true }],
    ['explainedCompetencies', 4, { explain: true }],
  ])('of %s, %i, it reports that, and at the limit it calculates', (name, limit, options) => {
    const run = (limits: Partial<ProfileLimits>) =>
      profileOf({ graph, assertions: '+T, -B', options: { ...options, limits } });
    expect(outline(run({ [name]: limit }))).toMatch(/^T/);
    expect(problemOf(() => run({ [name]: limit - 1 }))).toMatchObject({ code: 'profile-too-large', status: 422 });
    expect(problemOf(() => run({ [name]: limit - 1 })).message).toContain(`more than ${limit - 1} `);
  });
});
