import { describe, expect, it } from 'vitest';
import { withGoal } from './goals.ts';
import { readMarks } from './marks.ts';
import { countAchieved, entriesOf, nextSteps, parseProfile, recordsOf, standingOf } from './profile.ts';
import { isListed, STANDING_FILTERS, treeOf } from './profile-tree.ts';

const LEARNERS = [
  { id: 'ada', names: ['Ada'] },
  { id: 'bob', names: ['Bob', 'Twin'] },
  { id: 'cy', names: ['Cy', 'Twin'] },
];
const COMPETENCIES = [
  { id: 'weld', names: ['Weld', '1.1'] },
  { id: 'cut', names: ['Cut metal', '1.2'] },
];

describe('a table of marks', () => {
  it('names competencies in its first row, by name or number, and learners in its first column', () => {
    const table = [['', 'weld', '1.2'], ['ADA', '+', 'no'], ['Bob', '', 'Yes'], []];
    expect(readMarks(table, LEARNERS, COMPETENCIES)).toEqual({
      marks: [
        { learner: 'ada', competency: 'weld', isPositive: true },
        { learner: 'ada', competency: 'cut', isPositive: false },
        { learner: 'bob', competency: 'cut', isPositive: true },
      ],
      unknownLearners: [],
      unknownCompetencies: [],
      unknownMarks: [],
    });
  });

  it('reports names that are unknown or ambiguous', () => {
    const table = [
      ['Learner', 'Weld', 'Solder'],
      ['Twin', '+'],
      ['Zoe', '+'],
      ['Ada', 'perhaps', '+'],
    ];
    expect(readMarks(table, LEARNERS, COMPETENCIES)).toEqual({
      marks: [],
      unknownLearners: ['Twin', 'Zoe'],
      unknownCompetencies: ['Solder'],
      unknownMarks: ['perhaps'],
    });
  });
});

it.each([
  ['ja', 'nein'],
  ['sí', 'no'],
  ['oui', 'non'],
  ['نعم', 'لا'],
])('marks of a table are understood in the languages of the editor: %s, %s', (yes, no) => {
  const { marks } = readMarks(
    [
      ['', 'Weld', 'Cut metal'],
      ['Ada', yes, no],
    ],
    LEARNERS,
    COMPETENCIES,
  );
  expect(marks.map(({ isPositive }) => isPositive)).toEqual([true, false]);
});

describe('goals of a person', () => {
  it('are added once and taken away, and others stay', () => {
    const goal = (competency: string) => ({
      '@type': 'Demand',
      itemOffered: { '@type': 'Service', serviceOutput: { '@type': 'Assertion', competency } },
    });
    const person = withGoal(withGoal({ name: 'Ada' }, 'weld', true), 'cut', true);
    expect(withGoal(person, 'weld', true)).toEqual({ name: 'Ada', seeks: [goal('cut'), goal('weld')] });
    expect(withGoal(person, 'weld', false)).toEqual({ name: 'Ada', seeks: [goal('cut')] });
  });
});

const state = (latest: boolean | null, more: object = {}) => ({
  latestEvidenceIsPositive: latest,
  isGoal: false,
  requiredForGoalBottomUp: false,
  ...more,
});
const record = (id: string, date: number) => ({
  id,
  negative: false,
  agent: 'Ann',
  competency: 'Weld',
  assertionDate: date,
  expirationDate: null,
});

describe('a profile', () => {
  const profile = parseProfile({
    children: [
      {
        id: 'top',
        name: 'Metal',
        state: state(null, { hasAnyChildrenWithPositiveEvidence: true }),
        children: [
          { id: 'weld', name: 'Weld', state: state(true), children: [], assertions: [record('a', 1), record('b', 2)] },
          { id: 'cut', name: 'Cut', state: state(false), children: [], assertions: [record('a', 1)] },
          { id: 'file', name: 'File', state: state(null, { requiredForGoalBottomUp: true }), children: [] },
        ],
      },
      { id: 'weld', state: state(true), seeAlso: true },
    ],
  });

  it('has each competency once, with the standing of the learner', () => {
    expect(entriesOf(profile).map(({ entry, depth }) => [entry.id, depth, standingOf(entry)])).toEqual([
      ['top', 0, 'begun'],
      ['weld', 1, 'achieved'],
      ['cut', 1, 'not-yet'],
      ['file', 1, 'open'],
    ]);
    expect(countAchieved(profile)).toEqual({ achieved: 1, count: 4 });
  });

  it('lists each record once, the latest first', () => {
    expect(recordsOf(profile).map(({ id }) => id)).toEqual(['b', 'a']);
  });

  it('lists first what the goals require', () => {
    expect(nextSteps(profile).map(({ id }) => id)).toEqual(['file']);
  });

  it('is a tree with each competency below all of its parents', () => {
    const { tree, entries } = treeOf(
      parseProfile({
        children: [
          { id: 'a', state: state(null), children: [{ id: 'shared', name: 'Shared', state: state(null) }] },
          { id: 'b', state: state(null), children: [{ id: 'shared', state: state(null), seeAlso: true }] },
        ],
      }),
    );
    expect(tree.roots).toEqual(['a', 'b']);
    expect(tree.children.get('b')).toEqual(['shared']);
    expect(tree.parents.get('shared')).toEqual(['a', 'b']);
    expect(entries.get('shared')?.name).toBe('Shared');
  });

  it('is filtered: what is not achieved, what is, and the goals with what they require', () => {
    const listed = STANDING_FILTERS.map((filter) =>
      entriesOf(profile).flatMap(({ entry }) => (isListed(entry, filter) ? [entry.id] : [])),
    );
    expect(listed).toEqual([['top', 'weld', 'cut', 'file'], ['top', 'cut', 'file'], ['weld'], ['file']]);
  });
});
