import { describe, expect, test } from 'vitest';
import { calculateProfile } from '../calculate.ts';
import type { ProfileAssertion, ProfileGraph } from '../model.ts';
import { assertions, framework, NOW } from '../testing/notation.ts';
import { listed, nodeOf } from '../testing/profile.ts';

const graph: ProfileGraph = {
  ...framework('', 'A B', [{ id: 'A', validCondition: ['https://c.example/night', 'scored', 'broken'] }]),
  concepts: [
    { id: 'https://c.example/night', prefLabel: { '@value': 'Night' }, hiddenLabel: '$.context[?@.time == "night"]' },
    { id: 'scored', prefLabel: [{ '@language': 'en', '@value': 'Scored' }], hiddenLabel: ['$..score'] },
    { id: 'broken', prefLabel: 'Broken', hiddenLabel: '$[[' },
  ],
};

function withEvidence(text: string, ...evidence: (string | null)[][]): ProfileAssertion[] {
  return assertions(text).map((one, position) => ({ ...one, evidence: evidence[position] ?? [] }));
}

function left(given: readonly ProfileAssertion[], ...conditions: string[]): string {
  return listed(nodeOf(calculateProfile(graph, given, { goals: [] }, { now: NOW, conditions }), 'A'));
}

const night = '{"context": [{"time": "night"}]}';
const nightAndScore = '{"context": [{"time": "night"}], "result": {"score": 3}}';

describe('rule 13 conditions', () => {
  const given = [
    ...withEvidence('+A@1, +A@2, -A@3, +A@4', ['text', nightAndScore], ['{"score": 0}'], [], ['{not JSON', null]),
    ...withEvidence('+A@5').map((one) => ({ ...one, id: 'a5', condition: ['Night'] })),
  ];

  test('do nothing unless they are requested', () => {
    expect(left(given)).toBe('+a1 +a2 -a3 +a4 +a5');
  });

  test('keep assertions that have the condition or whose evidence meets it, and remove all others', () => {
    expect(left(given, 'Night')).toBe('+a1 +a5');
    expect(left(given, 'Scored')).toBe('+a1 +a2');
  });

  test('must all be met', () => {
    expect(left(given, 'Night', 'Scored')).toBe('+a1');
    expect(left(given, 'Nope')).toBe('');
  });

  test('can be named by their concept', () => {
    expect(left(given, 'https://c.example/night')).toBe('+a1 +a5');
  });

  test('are shown with an assertion whose evidence meets them', () => {
    const profile = calculateProfile(graph, given, { goals: [] }, { now: NOW, conditions: ['Scored'] });
    expect(nodeOf(profile, 'A').assertions?.map(({ condition }) => condition)).toEqual([
      ['Night', 'Scored'],
      ['Scored'],
    ]);
  });

  test('are not derived from the evidence of an assertion that has a condition', () => {
    const own = withEvidence('+A', [night]).map((one) => ({ ...one, condition: 'Day' }));
    expect(left(own, 'Night')).toBe('');
    expect(left(own, 'Day')).toBe('+a1');
  });
});
