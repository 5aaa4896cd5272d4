import { describe, expect, test } from 'vitest';
import { calculateProfile } from './calculate.ts';
import type { ProfileAssertion, ProfileCompetency, ProfileGraph } from './model.ts';
import { assertions, framework, NOW, relations } from './testing/notation.ts';
import { listed, nodeOf, nodesOf, outline, profileOf, row } from './testing/profile.ts';

const B = 'https://example.org/api/data/schema.Competency';

function calculate(graph: ProfileGraph, given: readonly ProfileAssertion[]) {
  return calculateProfile(graph, given, { name: 'Pat', goals: [] }, { now: NOW });
}

describe('rule 1 the graph', () => {
  test('versioned ids in the framework, in relations, assertions and goals name the same competency', () => {
    const graph: ProfileGraph = {
      framework: { id: 'F', competencies: [`${B}/p/5`, `${B}/c/1700000000000`] },
      competencies: [{ id: `${B}/c` }, { id: `${B}/p` }],
      relations: [{ id: 'r', source: `${B}/c/7`, target: `${B}/p`, type: 'narrows' }],
    };
    const [one] = assertions('+C');
    const given = [{ ...(one as ProfileAssertion), competency: `${B}/c/3` }];
    const goals = [{ competency: `${B}/c/9`, highPriority: false }];
    const profile = calculateProfile(graph, given, { goals }, { now: NOW });
    expect(outline(profile)).toBe(`${B}/p(${B}/c)`);
    expect(nodeOf(profile, `${B}/c`).state).toMatchObject({ hasPositiveEvidence: true, isGoal: true });
  });

  test('trailing digits of other ids belong to the id', () => {
    const graph: ProfileGraph = {
      framework: { id: 'F', competencies: ['https://elsewhere.org/c/1', 'https://elsewhere.org/c/2'] },
      competencies: [{ id: 'https://elsewhere.org/c/1' }, { id: 'https://elsewhere.org/c/2' }],
      relations: [],
    };
    expect(profileOf({ graph }).children).toHaveLength(2);
  });

  test('a competency that is listed twice or cannot be read is shown once or not at all', () => {
    const graph = framework('', 'A A');
    const missing = { ...graph, framework: { ...graph.framework, competencies: ['A', 'gone', 'A'] } };
    expect(outline(profileOf({ graph: missing }))).toBe('A');
  });

  test('a relation has an effect only while it is valid', () => {
    const [tie] = relations('C>P');
    const validity = (validFrom?: string, validThrough?: string) => {
      const graph = {
        ...framework('', 'P C'),
        relations: tie === undefined ? [] : [{ ...tie, validFrom, validThrough }],
      };
      return outline(profileOf({ graph }));
    };
    // The tests calculate as of 2030-01-01T00:00Z.
    expect(validity('2029-12-31')).toBe('P(C)');
    expect(validity('2030-01-01')).toBe('P(C)');
    expect(validity('2030-01-01T00:00:01Z')).toBe('P C');
    expect(validity('2030-01-01T00:30:00+01:00')).toBe('P(C)');
    expect(validity(undefined, '2030-01-01')).toBe('P(C)');
    expect(validity(undefined, '2029-12-31')).toBe('P C');
    expect(validity(undefined, '2029-12-31T23:59:59.999')).toBe('P C');
    expect(validity('soon', 'never')).toBe('P(C)');
  });

  test('a relation has its effect at a requested time at which it was valid', () => {
    const graph = {
      ...framework('', 'P C'),
      relations: relations('C>P').map((tie) => ({ ...tie, validThrough: '2025-06-30' })),
    };
    expect(outline(profileOf({ graph, options: { targetDateTime: Date.UTC(2025, 0, 1) } }))).toBe('P(C)');
    expect(outline(profileOf({ graph }))).toBe('P C');
  });
});

test('rule 2 resources are listed at their competencies, and in the timeline those of goals and of competencies that goals require', () => {
  const resource = (id: string, ...targets: string[]) => ({ id, targets, object: { '@id': id, name: `About ${id}` } });
  const graph = {
    ...framework('G>T, R>G, O>T'),
    resources: [
      resource('z', 'R'),
      resource('b', 'G', 'R'),
      resource('a', 'G'),
      resource('o', 'O'),
      resource('t', 'T'),
    ],
  };
  const profile = profileOf({ graph, goals: 'G' });
  expect(nodeOf(profile, 'R').resources?.map((object) => object['@id'])).toEqual(['b', 'z']);
  expect(nodeOf(profile, 'T').resources?.map((object) => object['@id'])).toEqual(['t']);
  expect(profile.timeline.map((object) => object['@id'])).toEqual(['a', 'b', 'z']);
  expect(profileOf({ graph }).timeline).toEqual([]);
});

describe('rule 3 the assertions', () => {
  test('are in the order of their dates, with ties by id, and the last one decides', () => {
    const graph = framework('', 'A');
    const [a1, a2] = assertions('-A@1000, +A@1000');
    if (a1 === undefined || a2 === undefined) throw new Error('two assertions');
    for (const given of [
      [a1, a2],
      [a2, a1],
    ]) {
      expect(listed(nodeOf(calculate(graph, given), 'A'))).toBe('-a1 +a2');
      expect(nodeOf(calculate(graph, given), 'A').state.latestEvidenceIsPositive).toBe(true);
    }
  });

  test('count once each, even if the input contains them twice', () => {
    const given = assertions('+A@1000');
    expect(listed(nodeOf(calculate(framework('', 'A'), [...given, ...given]), 'A'))).toBe('+a1');
  });

  test('count up to and including the moment they expire', () => {
    const graph = framework('', 'A B');
    expect(listed(nodeOf(profileOf({ graph, assertions: `+A until ${NOW}` }), 'A'))).toBe('+a1');
    expect(listed(nodeOf(profileOf({ graph, assertions: `+A until ${NOW - 1}` }), 'A'))).toBe('');
  });

  test('expire at a requested time, if there is one', () => {
    const one = { graph: framework('', 'A'), assertions: '+A@1000 until 2000' };
    expect(listed(nodeOf(profileOf({ ...one, options: { targetDateTime: 1500 } }), 'A'))).toBe('+a1');
    expect(listed(nodeOf(profileOf({ ...one, options: { targetDateTime: 2500 } }), 'A'))).toBe('');
  });

  test('count if they are dated in the future, unless an earlier time is requested', () => {
    const one = { graph: framework('', 'A'), assertions: `+A@${NOW + 1}` };
    expect(listed(nodeOf(profileOf(one), 'A'))).toBe('+a1');
    expect(listed(nodeOf(profileOf({ ...one, options: { targetDateTime: NOW } }), 'A'))).toBe('');
  });

  test('do not count when their polarity or their agent cannot be read', () => {
    const [one] = assertions('+A');
    if (one === undefined) throw new Error('one assertion');
    const graph = framework('', 'A');
    expect(nodeOf(calculate(graph, [{ ...one, negative: null }]), 'A').state.hasEvidence).toBe(false);
    expect(nodeOf(calculate(graph, [{ ...one, agent: null }]), 'A').state.hasEvidence).toBe(false);
  });
});

test('rule 4 negative assertions are negative evidence, all others positive', () => {
  const profile = profileOf({ graph: framework('', 'A B C'), assertions: '+A, -B, +C@1, -C@2' });
  expect(['A', 'B', 'C'].map((id) => row(profile, id).slice(2, 4))).toEqual(['yn', 'ny', 'yy']);
});

test('rule 5 distinct agents are distinct keys, whatever their names', () => {
  const given = assertions('+A, +A, +A').map((one, position) => ({
    ...one,
    agent: { key: `key ${position % 2}`, name: 'Twin' },
  }));
  const graph = framework('', 'A', [{ id: 'A', requiredSignatureCount: 1 }]);
  expect(nodeOf(calculate(graph, given), 'A').state).toMatchObject({
    distinctPositiveSignatures: 2,
    isQualifiedAccordingToSignatures: true,
  });
});

test('rule 5 a required count that is not a number is ignored: the competency is never qualified', () => {
  for (const required of ['many', null, {}, [], true, '']) {
    const competency = { id: 'A', requiredSignatureCount: required } as Partial<ProfileCompetency>;
    const profile = profileOf({ graph: framework('', 'A', [competency]), assertions: '+A' });
    expect(nodeOf(profile, 'A').state.isQualifiedAccordingToSignatures).toBe(false);
    expect(nodeOf(profile, 'A')).not.toHaveProperty('requiredSignatureCount');
  }
});

test('rule 6 children leave the top level, and both levels are in the order of the framework', () => {
  expect(outline(profileOf({ graph: 'A>P, B>P, C>A', listed: 'X B P A C' }))).toBe('X P(B A(C))');
});

test('rule 6 several relations with the same ends give one child', () => {
  const graph = framework('C>P, C>P');
  const doubled = { ...graph, relations: graph.relations.map((tie, position) => ({ ...tie, id: `r${position}` })) };
  expect(outline(profileOf({ graph: doubled }))).toBe('P(C)');
  expect(nodeOf(profileOf({ graph: doubled }), 'P').state.treeWeight).toBe(2);
});

test('rule 7 evidence and goals are shared by all equivalents of equivalents', () => {
  const profile = profileOf({ graph: 'X~Y, Z~Y, Z~W', assertions: '-W', goals: 'X!' });
  for (const { state } of nodesOf(profile).values()) {
    expect(state).toMatchObject({ hasNegativeEvidence: true, isGoal: true, isHighPriorityGoal: true });
  }
});

test('rule 8 goals climb over equivalence as often as it takes', () => {
  const { state } = nodeOf(profileOf({ graph: 'A>B, B~C, C>D, D~E, E>G', goals: 'A' }), 'G');
  expect(state.leadsToGoalTopDown).toBe(true);
});

describe('rule 9 flags from children', () => {
  test.each([
    ['a child with positive latest evidence passes', '+C@1', true, true],
    ['a child with negative latest evidence fails, whatever is below it', '-C@2, +G@1', false, true],
    ['a child without evidence passes when something below it is positive', '+G', true, true],
    ['a child without evidence fails when nothing below it is positive', '', false, false],
  ])('%s', (_title, given, all, any) => {
    const { state } = nodeOf(profileOf({ graph: 'C>P, K>C, G>K', assertions: given }), 'P');
    expect(state.allChildrenLatestEvidenceIsPositive).toBe(all);
    expect(state.hasAnyChildrenWithPositiveEvidence).toBe(any);
  });

  test('a competency without children has no such flags', () => {
    const { state } = nodeOf(profileOf({ graph: framework('', 'A'), assertions: '+A' }), 'A');
    expect(state).not.toHaveProperty('allChildrenLatestEvidenceIsPositive');
    expect(state).not.toHaveProperty('hasAnyChildrenWithPositiveEvidence');
  });
});

test('rule 10 percentages are over descendants and equivalents, each competency once, on any path', () => {
  const profile = profileOf({
    graph: 'L>T, R>T, B>L, B>R, E~B, K>E',
    listed: 'T L R B E K',
    assertions: '+K',
  });
  expect(['T', 'L', 'R', 'B', 'E', 'K'].map((id) => nodeOf(profile, id).state.treeWeight)).toEqual([6, 4, 4, 3, 3, 1]);
  expect(nodeOf(profile, 'T').state.percentHasPositiveEvidence).toBe(1 / 6);
});

test('rule 10 a competency that is equivalent to one above it does not break the calculation', () => {
  const profile = profileOf({ graph: 'C>P, G>C, G~P', assertions: '+G' });
  expect(['P', 'C', 'G'].map((id) => nodeOf(profile, id).state.treeWeight)).toEqual([3, 3, 3]);
});

describe('rule 11 outside competencies', () => {
  test('are replaced by the competencies below them, once per place', () => {
    const one = { graph: 'O1>P, O2>P, C>O1, C>O2, D>O3', listed: 'P C D' };
    expect(outline(profileOf(one))).toBe('P(C) D');
  });

  test('do not put a competency below them at the top level if it has a parent in the framework', () => {
    expect(outline(profileOf({ graph: 'C>O, C>P', listed: 'C P' }))).toBe('P(C)');
  });
});

test('rule 12 goals elsewhere, doubled goals and a lower priority change nothing', () => {
  const profile = profileOf({ graph: framework('', 'A'), goals: 'missing!, A!, A' });
  expect(nodeOf(profile, 'A').state).toMatchObject({ isGoal: true, isHighPriorityGoal: true });
});

describe('cycles of narrows', () => {
  test('are cut at the competency that comes last in the framework, and reported', () => {
    const profile = profileOf({ graph: 'A>B, B>C, C>A', listed: 'B A C', assertions: '+C' });
    expect(outline(profile)).toBe('B(A(C))');
    expect(profile.cycles).toEqual([{ relation: 'r:B>C', source: 'B', target: 'C' }]);
    expect(['A', 'B', 'C'].map((id) => nodeOf(profile, id).state.hasPositiveEvidence)).toEqual([true, true, true]);
  });

  test.each(['T A B', 'B A T'])('below a top-level competency are cut where they lead back: %s', (listed) => {
    const profile = profileOf({ graph: 'A>T, B>A, A>B', listed });
    expect(outline(profile)).toBe('T(A(B))');
    expect(profile.cycles).toEqual([{ relation: 'r:A>B', source: 'A', target: 'B' }]);
  });

  test('are cut if they have a single competency', () => {
    const profile = profileOf({ graph: 'A>A, B>A' });
    expect(outline(profile)).toBe('A(B)');
    expect(profile.cycles).toEqual([{ relation: 'r:A>A', source: 'A', target: 'A' }]);
  });
});
