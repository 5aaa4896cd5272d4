import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { createState, type OutlineState } from '../../outline/state.ts';
import { neighbourhood } from './neighbourhood.ts';
import { countTypes, findNodes, outsideIds, partOf, relationGraph } from './relation-graph.ts';

const id = (name: string) => `https://s.example/api/data/x/${name}`;

function stateOf(
  competencies: readonly string[],
  relations: readonly (readonly [source: string, type: string, target: string])[],
): OutlineState {
  const objects: JsonObject[] = [
    ...competencies.map((name) => ({
      '@type': 'Competency',
      '@id': id(name),
      name: { '@language': 'en', '@value': `The ${name}` },
      'ceasn:codedNotation': `K.${name}`,
    })),
    ...relations.map(([source, relationType, target], i) => ({
      '@type': 'Relation',
      '@id': id(`r${i}`),
      source: id(source),
      target: id(target),
      relationType,
    })),
  ];
  const framework = {
    '@type': 'Framework',
    '@id': id('f'),
    competency: competencies.map(id),
    relation: relations.map((_, i) => id(`r${i}`)),
  };
  return createState(id('f'), new Map([framework, ...objects].map((object) => [String(object['@id']), object])));
}

const graphOf = (state: OutlineState) => relationGraph(state, new Map(), 'en');

describe('the graph of a framework', () => {
  it('has every competency, and the relations of all types between them', () => {
    const { nodes, edges } = graphOf(
      stateOf(
        ['a', 'b', 'c'],
        [
          ['b', 'narrows', 'a'],
          ['b', 'requires', 'c'],
        ],
      ),
    );
    expect([...nodes.values()].map(({ name }) => name)).toEqual(['The a', 'The b', 'The c']);
    expect(edges.map(({ type }) => type)).toEqual(['narrows', 'requires']);
    expect([...countTypes(edges)]).toEqual([
      ['narrows', 1],
      ['requires', 1],
    ]);
  });

  it('shows competencies of other frameworks, with their names once they are read', () => {
    const state = stateOf(['a'], [['a', 'isEquivalentTo', 'z']]);
    expect(outsideIds(state)).toEqual([id('z')]);
    expect(graphOf(state).nodes.get(id('z'))).toMatchObject({ name: null, isOutside: true });
    const read = relationGraph(state, new Map([[id('z'), { name: 'Zed' }]]), 'en');
    expect(read.nodes.get(id('z'))?.name).toBe('Zed');
  });

  it('has competencies in the order of the outline, and after them what they are related to elsewhere', () => {
    const state = stateOf(
      ['c', 'b', 'a', 'd'],
      [
        ['d', 'narrows', 'a'],
        ['c', 'narrows', 'a'],
        ['z', 'requires', 'y'],
        ['c', 'isEquivalentTo', 'z'],
      ],
    );
    expect([...graphOf(state).nodes.keys()]).toEqual(['b', 'a', 'c', 'z', 'd', 'y'].map(id));
  });

  it('has one edge for a symmetric relation, whichever way round it is stored', () => {
    const state = stateOf(
      ['a', 'b'],
      [
        ['a', 'isEquivalentTo', 'b'],
        ['b', 'isEquivalentTo', 'a'],
        ['a', 'narrows', 'a'],
      ],
    );
    expect(graphOf(state).edges).toHaveLength(1);
  });

  it('is searched by name and by notation', () => {
    const graph = graphOf(stateOf(['wheel', 'brake'], []));
    expect(findNodes(graph, 'THE WH')).toEqual([id('wheel')]);
    expect(findNodes(graph, 'k.brake')).toEqual([id('brake')]);
    expect(findNodes(graph, '  ')).toEqual([]);
  });

  it('can be narrowed to competencies and types of relations', () => {
    const graph = graphOf(
      stateOf(
        ['a', 'b', 'c'],
        [
          ['b', 'narrows', 'a'],
          ['a', 'requires', 'b'],
          ['c', 'narrows', 'b'],
        ],
      ),
    );
    const part = partOf(graph, new Set([id('a'), id('b')]), new Set(['requires']));
    expect([...part.nodes.keys()]).toEqual([id('a'), id('b')]);
    expect(part.edges).toHaveLength(1);
  });
});

describe('the neighbourhood of a competency', () => {
  const { edges } = graphOf(
    stateOf(
      ['a', 'b', 'c', 'd'],
      [
        ['b', 'narrows', 'a'],
        ['b', 'requires', 'c'],
        ['c', 'narrows', 'd'],
      ],
    ),
  );

  it.each([
    [1, ['a', 'b']],
    [2, ['a', 'b', 'c']],
    [3, ['a', 'b', 'c', 'd']],
  ])('of %i steps goes along relations in both directions', (steps, names) => {
    expect([...neighbourhood(edges, id('a'), steps).ids].sort()).toEqual(names.map(id));
  });

  it('ends at the limit, and says so', () => {
    expect(neighbourhood(edges, id('b'), 3, 3)).toMatchObject({ isCut: true });
    expect(neighbourhood(edges, id('b'), 3, 3).ids.size).toBe(3);
    expect(neighbourhood(edges, id('b'), 3, 4).isCut).toBe(false);
  });
});
