import { describe, expect, it } from 'vitest';
import { hierarchyOf } from './hierarchy.ts';
import type { FrameworkRelation } from './model.ts';

function narrows(source: string, target: string): FrameworkRelation {
  return { id: null, type: 'narrows', source, target, properties: new Map(), modified: null };
}

/** @param pairs child and parent */
function hierarchy(memberIds: readonly string[], ...pairs: readonly (readonly [string, string])[]) {
  return hierarchyOf({ memberIds, relations: pairs.map(([child, parent]) => narrows(child, parent)) });
}

describe('the hierarchy of members', () => {
  it('has several parents, and children in the order of the relations', () => {
    const { tops, children, parents } = hierarchy(['a', 'b', 'x', 'y'], ['y', 'a'], ['x', 'a'], ['x', 'b'], ['x', 'a']);
    expect(tops).toEqual(['a', 'b']);
    expect([children('a'), children('b'), children('x')]).toEqual([['y', 'x'], ['x'], []]);
    expect(parents('x')).toEqual(['a', 'b']);
  });

  it('leaves out what is not a member, a member that is its own parent, and other relations', () => {
    const { tops, children } = hierarchy(['a', 'b'], ['a', 'elsewhere'], ['elsewhere', 'a'], ['b', 'b']);
    expect([tops, children('a'), children('b')]).toEqual([['a', 'b'], [], []]);
    const requires = { ...narrows('b', 'a'), type: 'requires' };
    expect(hierarchyOf({ memberIds: ['a', 'b'], relations: [requires] }).tops).toEqual(['a', 'b']);
  });

  it('has the first member of a cycle that nothing leads into as a top', () => {
    const { tops, isTop } = hierarchy(['a', 'b', 'c', 'd'], ['b', 'c'], ['c', 'b'], ['d', 'c']);
    expect(tops).toEqual(['a', 'b']);
    expect([isTop('b'), isTop('c'), isTop('d')]).toEqual([true, false, false]);
    expect(hierarchy(['a', 'b', 'c'], ['b', 'a'], ['c', 'b'], ['b', 'c']).tops).toEqual(['a']);
  });
});
