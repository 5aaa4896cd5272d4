import { describe, expect, test } from 'vitest';
import { isNegative } from './stored-values.ts';
import { framework } from './testing/notation.ts';
import { listed, nodeOf, nodesOf, outline, profileOf, row, type ShortCase } from './testing/profile.ts';

/** The competencies with evidence, each with its latest polarity: `X+ Y-`. */
function holders(one: ShortCase): string {
  const nodes = [...nodesOf(profileOf(one)).values()].filter(({ state }) => state.hasEvidence);
  return nodes
    .map(({ id, state }) => `${id}${state.latestEvidenceIsPositive ? '+' : '-'}`)
    .sort()
    .join(' ');
}

function rows(one: ShortCase, ...ids: string[]): string[] {
  const profile = profileOf(one);
  return ids.map((id) => `${id}: ${row(profile, id)}`);
}

/** The goal flags that are set, in short. */
function goalFlags(one: ShortCase, id: string): string {
  const { state } = nodeOf(profileOf(one), id);
  const flags = [
    state.isGoal && 'goal',
    state.isHighPriorityGoal && 'high',
    state.leadsToGoalTopDown && 'leads',
    state.leadsToHighPriorityGoalTopDown && 'leadsHigh',
    state.requiredForGoalBottomUp && 'required',
    state.requiredForHighPriorityGoalBottomUp && 'requiredHigh',
  ];
  return flags.filter((flag) => flag !== false).join(' ');
}

// Columns: latest, positive and negative, any and all, direct, weight, percentages last/all/has.
test('V1 a positive on the parent reaches everything below', () => {
  const one = { graph: 'C>P, G>C', assertions: '+P@1000' };
  expect(rows(one, 'P', 'C', 'G')).toEqual(['P: T yn TT T W3 1 1 1', 'C: T yn TT F W2 1 1 1', 'G: T yn .. F W1 1 1 1']);
  expect([...nodesOf(profileOf(one)).values()].map(listed)).toEqual(['+a1', '+a1', '+a1']);
});

test('V2 a negative on the parent stays there; decided otherwise: "all" is false for a child without evidence, "direct" needs a positive', () => {
  expect(rows({ graph: 'C>P', assertions: '-P@1000' }, 'P', 'C')).toEqual([
    'P: F ny FF F W2 0 0 0',
    'C: - nn .. F W1 0 0 0',
  ]);
});

test('V3 a positive on a leaf stays there; decided otherwise: "all" is true where a descendant is positive', () => {
  expect(rows({ graph: 'C>P, G>C', assertions: '+G' }, 'P', 'C', 'G')).toEqual([
    'P: - nn TT F W3 1/3 1/3 1/3',
    'C: - nn TT F W2 1/2 1/2 1/2',
    'G: T yn .. T W1 1 1 1',
  ]);
});

test('V4 a negative on a leaf reaches everything above; decided otherwise: "direct" needs a positive', () => {
  const one = { graph: 'C>P, G>C', assertions: '-G' };
  expect(rows(one, 'P', 'C', 'G')).toEqual(['P: F ny FF F W3 0 0 0', 'C: F ny FF F W2 0 0 0', 'G: F ny .. F W1 0 0 0']);
  expect([...nodesOf(profileOf(one)).values()].map(listed)).toEqual(['-a1', '-a1', '-a1']);
});

describe('V5 assertions along relations', () => {
  test.each([
    ['X requires Y', ['X+ Y+', 'Y+', 'X-', 'X- Y-']],
    ['X ~ Y', ['X+ Y+', 'X+ Y+', 'X- Y-', 'X- Y-']],
    ['X isEquivalenTo Y', ['X+ Y+', 'X+ Y+', 'X- Y-', 'X- Y-']],
    ['X implies Y', ['X+ Y+', 'X+ Y+', 'X- Y-', 'Y-']],
    ['X isRelatedTo Y', ['X+', 'Y+', 'X-', 'Y-']],
    ['X desires Y', ['X+', 'Y+', 'X-', 'Y-']],
    ['X isEnabledBy Y', ['X+', 'Y+', 'X-', 'Y-']],
    ['X broadens Y', ['X+', 'Y+', 'X-', 'Y-']],
    ['X constructor Y', ['X+', 'Y+', 'X-', 'Y-']],
  ])('%s', (graph, expected) => {
    expect(['+X', '+Y', '-X', '-Y'].map((given) => holders({ graph, assertions: given }))).toEqual(expected);
  });

  test('decided otherwise: both of two equivalent competencies weigh 2', () => {
    expect(rows({ graph: 'X~Y', assertions: '+X' }, 'X', 'Y')).toEqual([
      'X: T yn .. T W2 1 1 1',
      'Y: T yn .. F W2 1 1 1',
    ]);
  });
});

test('V6 evidence travels along a chain; decided otherwise: B weighs 3, as its equivalent C does', () => {
  const one = { graph: 'A requires B, B~C, D>C', assertions: '+A' };
  expect(rows(one, 'A', 'B', 'C', 'D')).toEqual([
    'A: T yn .. T W1 1 1 1',
    'B: T yn T. F W3 1 1 1',
    'C: T yn TT F W3 1 1 1',
    'D: T yn .. F W1 1 1 1',
  ]);
  expect([...nodesOf(profileOf(one)).values()].map(listed)).toEqual(['+a1', '+a1', '+a1', '+a1']);
});

test('V7 a mixed subtree', () => {
  const one = { graph: 'A>P, B>P, C>P, D>A', assertions: '+A@1000, +B@1000, -B@2000 by Second' };
  expect(rows(one, 'P', 'A', 'D', 'B', 'C')).toEqual([
    'P: F ny TF F W5 2/5 2/5 3/5',
    'A: T yn TT T W2 1 1 1',
    'D: T yn .. F W1 1 1 1',
    'B: F yy .. T W1 0 0 1',
    'C: - nn .. F W1 0 0 0',
  ]);
  const profile = profileOf(one);
  expect(listed(nodeOf(profile, 'P'))).toBe('-a3');
  expect(listed(nodeOf(profile, 'D'))).toBe('+a1');
});

test('V8 the latest date decides, and no date is the earliest', () => {
  const graph = framework('', 'A');
  expect(rows({ graph, assertions: '+A@1000, +A@2000, -A@3000' }, 'A')).toEqual(['A: F yy .. T W1 0 0 1']);
  expect(rows({ graph, assertions: '+A@3000, -A@1000' }, 'A')).toEqual(['A: T yy .. T W1 1 0 1']);
  expect(rows({ graph, assertions: '-A@3000, +A' }, 'A')).toEqual(['A: F yy .. T W1 0 0 1']);
});

test('V9 expired assertions do not count, those that will expire do', () => {
  const profile = profileOf({
    graph: framework('', 'A B'),
    assertions: `+A until 1000, +B until ${Date.UTC(2031, 0, 1)}`,
  });
  expect(nodeOf(profile, 'A')).not.toHaveProperty('assertions');
  expect(nodeOf(profile, 'A').state.hasEvidence).toBe(false);
  expect(listed(nodeOf(profile, 'B'))).toBe('+a2');
});

test('V10 goals lead up and are required down', () => {
  const one = { graph: 'P>GP, C>P, G>C', goals: 'P!' };
  expect(['GP', 'P', 'C', 'G'].map((id) => goalFlags(one, id))).toEqual([
    'leads leadsHigh',
    'goal high',
    'required requiredHigh',
    'required requiredHigh',
  ]);
  const below = { graph: 'G>C, C>P, P>GP', goals: 'C' };
  expect(['GP', 'P', 'C', 'G'].map((id) => goalFlags(below, id))).toEqual(['leads', 'leads', 'goal', 'required']);
});

test('V11 goals across equivalence; decided otherwise: an equivalent of a goal is one, and X weighs 3', () => {
  const one = { graph: 'X>P, X~Y, K>Y', goals: 'P' };
  expect(['P', 'X', 'Y', 'K'].map((id) => goalFlags(one, id))).toEqual(['goal', 'required', 'required', 'required']);
  expect(['P', 'X', 'Y', 'K'].map((id) => nodeOf(profileOf(one), id).state.treeWeight)).toEqual([4, 3, 3, 1]);
  const other = { ...one, goals: 'X' };
  expect(['P', 'X', 'Y', 'K'].map((id) => goalFlags(other, id))).toEqual(['leads', 'goal', 'goal', 'required']);
});

test('V12 child flags; decided otherwise: "all" is false where a child has nothing positive', () => {
  expect(rows({ graph: 'A>P, B>P', assertions: '+A' }, 'P')).toEqual(['P: - nn TF F W3 1/3 1/3 1/3']);
  expect(rows({ graph: 'A>P, B>P' }, 'P', 'A')).toEqual(['P: - nn FF F W3 0 0 0', 'A: - nn .. F W1 0 0 0']);
});

test('V13 a diamond; decided otherwise: R has the same percentages as L, and B is given once', () => {
  const one = { graph: 'L>T, R>T, B>L, B>R', listed: 'T L R B', assertions: '+B' };
  expect(rows(one, 'T', 'L', 'R', 'B')).toEqual([
    'T: - nn TT F W4 1/4 1/4 1/4',
    'L: - nn TT F W2 1/2 1/2 1/2',
    'R: - nn TT F W2 1/2 1/2 1/2',
    'B: T yn .. T W1 1 1 1',
  ]);
  expect(outline(profileOf(one))).toBe('T(L(B) R(=B))');
  expect(outline(profileOf({ ...one, options: { expand: true } }))).toBe('T(L(B) R(B))');
});

test('V14 equivalent siblings; decided otherwise: Y weighs as much as X', () => {
  expect(rows({ graph: 'X>P, Y>P, X~Y', listed: 'P X Y', assertions: '+X' }, 'P', 'X', 'Y')).toEqual([
    'P: - nn TT F W3 2/3 2/3 2/3',
    'X: T yn .. T W2 1 1 1',
    'Y: T yn .. F W2 1 1 1',
  ]);
});

test('V15 a chain of equivalence; decided otherwise: all weigh the same', () => {
  expect(rows({ graph: 'X~Y, Y~Z', assertions: '+X' }, 'X', 'Y', 'Z')).toEqual([
    'X: T yn .. T W3 1 1 1',
    'Y: T yn .. F W3 1 1 1',
    'Z: T yn .. F W3 1 1 1',
  ]);
});

test('V16 parent and child disagree', () => {
  expect(rows({ graph: 'C1>P, C2>P', assertions: '+P@1000, -C1@2000' }, 'P', 'C1', 'C2')).toEqual([
    'P: F yy TF T W3 1/3 1/3 1',
    'C1: F yy .. F W1 0 0 1',
    'C2: T yn .. F W1 1 1 1',
  ]);
  expect(rows({ graph: 'C1>P, C2>P', assertions: '+P@3000, -C1@2000' }, 'P', 'C1')).toEqual([
    'P: T yy TT T W3 1 1/3 1',
    'C1: T yy .. F W1 1 0 1',
  ]);
});

describe('V17 signatures', () => {
  function state(required: number | string | undefined, given: string, ties = '') {
    const graph = framework(ties, ties === '' ? 'C' : undefined, [{ id: 'C', requiredSignatureCount: required }]);
    const { distinctPositiveSignatures, isQualifiedAccordingToSignatures } = nodeOf(
      profileOf({ graph, assertions: given }),
      'C',
    ).state;
    return [distinctPositiveSignatures, isQualifiedAccordingToSignatures];
  }

  test('more than the required count must assert', () => {
    expect(state(1, '+C by Ann, +C by Bob')).toEqual([2, true]);
    expect(state(2, '+C by Ann, +C by Bob')).toEqual([2, false]);
    expect(state(0, '+C by Ann')).toEqual([1, true]);
    expect(state('1', '+C by Ann, +C by Bob')).toEqual([2, true]);
    expect(state(1, '+C by Ann, +C by Ann')).toEqual([1, false]);
    expect(state(undefined, '+C by Ann, +C by Bob')).toEqual([2, false]);
  });

  test('assertions that travelled count', () => {
    expect(state(1, '+P by Q1, +C by Q2', 'C>P')).toEqual([2, true]);
  });
});

test('V18 evidence comes through an outside parent, which is not shown', () => {
  const graph = framework('C>OP, OC>OP', 'A C', [{ id: 'C', relatedFrameworks: ['G'] }]);
  const profile = profileOf({ graph, assertions: '+OP, -OC' });
  expect(outline(profile)).toBe('A C');
  expect(row(profile, 'A')).toBe('- nn .. F W1 0 0 0');
  expect(row(profile, 'C')).toBe('T yn .. F W1 1 1 1');
  expect(listed(nodeOf(profile, 'C'))).toBe('+a1');
  expect(nodeOf(profile, 'C').relatedFrameworks).toEqual(['G']);
});

test('V18 without the outside competencies their assertions and relations have no effect', () => {
  const { competencies, ...graph } = framework('C>OP', 'A C');
  const inside = { ...graph, competencies: competencies.filter(({ id }) => id !== 'OP') };
  expect(listed(nodeOf(profileOf({ graph: inside, assertions: '+OP, +C' }), 'C'))).toBe('+a2');
});

test('V19 competencies below an outside competency take its place', () => {
  const one = { graph: 'M>P, C1>M, C2>M', listed: 'P C1 C2', assertions: '+M' };
  const profile = profileOf(one);
  expect(outline(profile)).toBe('P(C1 C2)');
  expect(row(profile, 'P')).toBe('- nn TT F W4 3/4 3/4 3/4');
  expect([listed(nodeOf(profile, 'C1')), listed(nodeOf(profile, 'C2'))]).toEqual(['+a1', '+a1']);
});

describe('V20 bounds of time', () => {
  test.each([
    [{}, '+a1 -a2 +a3', 'T', '+a4'],
    [{ startDate: 1500 }, '-a2 +a3', 'T', ''],
    [{ endDate: 2500 }, '+a1 -a2', 'F', '+a4'],
    [{ startDate: 1500, endDate: 2500 }, '-a2', 'F', ''],
    [{ startDate: 2000, endDate: 2000 }, '-a2', 'F', ''],
    [{ endDate: 500 }, '', '-', '+a4'],
    // Decided otherwise: as of 1500, later assertions do not exist.
    [{ targetDateTime: 1500 }, '+a1', 'T', '+a4'],
  ])('%o', (options, list, latest, undated) => {
    const graph = framework('', 'A B');
    const profile = profileOf({ graph, assertions: '+A@1000, -A@2000, +A@3000, +B', options });
    expect(listed(nodeOf(profile, 'A'))).toBe(list);
    expect(row(profile, 'A').slice(0, 1)).toBe(latest);
    expect(listed(nodeOf(profile, 'B'))).toBe(undated);
  });
});

test('V21 a requirement inside a tree', () => {
  const one = { graph: 'C1>P, C1 requires R', assertions: '-R' };
  const profile = profileOf(one);
  expect(['R', 'C1', 'P'].map((id) => listed(nodeOf(profile, id)))).toEqual(['-a1', '-a1', '-a1']);
  expect(row(profile, 'P')).toBe('F ny FF F W2 0 0 0');
});

test('V22 a child of two parents over time', () => {
  const one = { graph: 'C1>C2, C1>C3', listed: 'C2 C3 C1', assertions: '+C1@1, -C2@2, +C3@3' };
  const profile = profileOf(one);
  expect(row(profile, 'C2')).toBe('F ny TT F W2 1/2 1/2 1/2');
  expect(row(profile, 'C3')).toBe('T yn TT T W2 1 1 1');
  expect(listed(nodeOf(profile, 'C1'))).toBe('+a1 +a3');
  expect(outline(profileOf({ ...one, options: { expand: true } }))).toBe('C2(C1) C3(C1)');
  expect(outline(profile)).toBe('C2(C1) C3(=C1)');
});

test('V23 only true is negative', () => {
  expect(['TRUE', 'true', true, 'false', false, '', undefined, null, 1].map(isNegative)).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('V24 an empty framework has an empty profile', () => {
  expect(profileOf({ graph: framework('') })).toEqual({ children: [], name: 'Framework F', id: 'F', timeline: [] });
});
