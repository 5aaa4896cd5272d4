import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { createRows } from '../../outline/rows.ts';
import { createState, type OutlineState } from '../../outline/state.ts';
import { crosswalkOf, membersOf, relationEnds } from './alignments.ts';
import { filterTree, nearestAmong } from './filter-tree.ts';
import { createProposer, openProposals } from './proposals.ts';

type Statement = readonly [source: string, type: string, target: string];

function stateOf(name: string, competencies: readonly string[], relations: readonly Statement[]): OutlineState {
  const objects: JsonObject[] = [
    {
      '@type': 'Framework',
      '@id': name,
      competency: [...competencies],
      relation: relations.map((_, i) => `${name}r${i}`),
    },
    ...competencies.map((id) => ({ '@type': 'Competency', '@id': id, name: id })),
    ...relations.map(([source, relationType, target], i) => {
      return { '@type': 'Relation', '@id': `${name}r${i}`, source, target, relationType };
    }),
  ];
  return createState(name, new Map(objects.map((object) => [String(object['@id']), object])));
}

describe('alignments of two frameworks', () => {
  it('are found in the relations of both, and read from the first to the second', () => {
    const first = stateOf(
      'f',
      ['a', 'b'],
      [
        ['a', 'isEquivalentTo', 'x'],
        ['b', 'narrows', 'a'],
        ['b', 'narrows', 'y'],
      ],
    );
    const second = stateOf(
      's',
      ['x', 'y'],
      [
        ['x', 'isEquivalentTo', 'a'],
        ['y', 'requires', 'b'],
        ['y', 'requires', 'gone'],
      ],
    );
    const { alignments, aligned } = crosswalkOf(first, second);
    expect(alignments.map((one) => [one.first, one.kind.type, one.kind.isReversed, one.second])).toEqual([
      ['a', 'isEquivalentTo', false, 'x'],
      ['b', 'narrows', false, 'y'],
      ['b', 'requires', true, 'y'],
    ]);
    expect(alignments[0]?.stored).toEqual([
      { side: 'first', relation: 'fr0' },
      { side: 'second', relation: 'sr0' },
    ]);
    expect([...aligned.first]).toEqual(['a', 'b']);
  });

  it('count a competency that is in both frameworks, and not the relations inside one', () => {
    const { alignments, aligned, shared } = crosswalkOf(
      stateOf('f', ['a', 'b'], [['a', 'narrows', 'b']]),
      stateOf('s', ['b', 'x'], [['x', 'narrows', 'b']]),
    );
    expect(alignments).toEqual([]);
    expect([...shared]).toEqual(['b']);
    expect([[...aligned.first], [...aligned.second]]).toEqual([['b'], ['b']]);
  });

  it('are stored with the ends of their direction', () => {
    expect(relationEnds('a', 'x', { type: 'narrows', isReversed: true })).toEqual({
      source: 'x',
      target: 'a',
      type: 'narrows',
    });
  });
});

describe('the outline of what is not aligned', () => {
  const { tree } = stateOf(
    'f',
    ['a', 'b', 'c', 'd'],
    [
      ['b', 'narrows', 'a'],
      ['c', 'narrows', 'b'],
      ['d', 'narrows', 'a'],
    ],
  );

  it('contains the ancestors', () => {
    const filtered = filterTree(tree, (id) => id === 'c');
    const state = { ...stateOf('f', [], []), tree: filtered };
    expect(createRows()(state, () => true).map(({ id, depth }) => [id, depth])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]);
  });

  it('shows a hidden competency at the nearest row above', () => {
    expect(nearestAmong(tree, 'c', new Set(['a', 'b']))).toBe('b');
    expect(nearestAmong(tree, 'c', new Set(['d']))).toBeNull();
  });
});

describe('proposals of a language model', () => {
  const answer = {
    alignments: [
      { relation: { source: 'a', target: 'x', relationType: 'isEquivalentTo' }, confidence: 0.9, reason: 'Same words' },
      { relation: { source: 'x', target: 'b', relationType: 'narrows' }, confidence: 0.5, reason: 'A part' },
      { relation: { source: 'a', target: 'elsewhere', relationType: 'narrows' }, confidence: 0.4, reason: 'No' },
    ],
    incomplete: [{ reason: 'tokens', detail: 'Two were not judged.', ids: [] }],
  };
  const [first, second] = [stateOf('f', ['a', 'b'], []), stateOf('s', ['x'], [])];
  const members = { first: membersOf(first), second: membersOf(second) };

  it('are shown until they are stored', async () => {
    const { propose } = createProposer({ sendForJson: async () => answer });
    const { proposals, incomplete } = await propose('f', 's', new AbortController().signal);
    expect(incomplete).toEqual(['Two were not judged.']);
    const open = openProposals(proposals, crosswalkOf(first, second), members);
    expect(open.map((one) => [one.first, one.kind, one.second])).toEqual([
      ['a', { type: 'isEquivalentTo', isReversed: false }, 'x'],
      ['b', { type: 'narrows', isReversed: true }, 'x'],
    ]);
    const stored = crosswalkOf(stateOf('f', ['a', 'b'], [['a', 'isEquivalentTo', 'x']]), second);
    expect(openProposals(proposals, stored, members)).toHaveLength(1);
  });
});
