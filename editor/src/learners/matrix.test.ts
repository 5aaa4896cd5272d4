import { describe, expect, it } from 'vitest';
import { buildTree } from '../outline/tree.ts';
import { readMarks } from './marks.ts';
import { cellAfter, cellsBetween, matrixRows, matrixTable } from './matrix.ts';

const SIZE = { rows: 20, columns: 3 };

describe('the cell that a key leads to', () => {
  it.each<[key: string, isControl: boolean, row: number, column: number]>([
    ['ArrowDown', false, 6, 1],
    ['ArrowUp', false, 4, 1],
    ['ArrowRight', false, 5, 2],
    ['ArrowLeft', false, 5, 0],
    ['PageDown', false, 15, 1],
    ['PageUp', false, 0, 1],
    ['Home', false, 5, 0],
    ['End', false, 5, 2],
    ['Home', true, 0, 0],
    ['End', true, 19, 2],
  ])('%s, Ctrl %s', (key, isControl, row, column) => {
    expect(cellAfter(key, isControl, { row: 5, column: 1 }, SIZE)).toEqual({ row, column });
  });

  it('is at the edge at most, and none for other keys', () => {
    expect(cellAfter('ArrowRight', false, { row: 0, column: 2 }, SIZE)).toEqual({ row: 0, column: 2 });
    expect(cellAfter('Enter', false, { row: 0, column: 2 }, SIZE)).toBeNull();
  });
});

it('the cells between two corners are the same from either of them', () => {
  const cells = cellsBetween({ row: 2, column: 0 }, { row: 1, column: 1 });
  expect(cells).toEqual([
    { row: 1, column: 0 },
    { row: 1, column: 1 },
    { row: 2, column: 0 },
    { row: 2, column: 1 },
  ]);
  expect(cellsBetween({ row: 1, column: 1 }, { row: 2, column: 0 })).toEqual(cells);
});

describe('the rows of a matrix', () => {
  const edge = (child: string, parent: string) => ({ relation: `${child}${parent}`, child, parent });
  const tree = buildTree(['a', 'b', 'c', 'd'], [edge('b', 'a'), edge('c', 'b'), edge('b', 'd')]);

  it('are the competencies in the order of the outline, each once', () => {
    expect(matrixRows(tree, null)).toEqual([
      { id: 'a', depth: 0 },
      { id: 'b', depth: 1 },
      { id: 'c', depth: 2 },
      { id: 'd', depth: 0 },
    ]);
  });

  it('can be those of a branch', () => {
    expect(matrixRows(tree, 'b')).toEqual([
      { id: 'b', depth: 0 },
      { id: 'c', depth: 1 },
    ]);
  });
});

it('a matrix is a table that can be recorded again', () => {
  const [competencies, learners] = [
    [
      { id: 'weld', name: 'Weld' },
      { id: 'cut', name: 'Cut' },
    ],
    [
      { id: 'ada', name: 'Ada' },
      { id: 'bob', name: 'Bob' },
    ],
  ];
  const table = matrixTable(competencies, learners, (competency, learner) => {
    if (learner === 'bob') return null;
    return competency === 'weld' ? 'achieved' : 'not-yet';
  });
  const named = (things: readonly { readonly id: string; readonly name: string }[]) =>
    things.map(({ id, name }) => ({ id, names: [name] }));
  expect(readMarks(table, named(learners), named(competencies)).marks).toEqual([
    { learner: 'ada', competency: 'weld', isPositive: true },
    { learner: 'ada', competency: 'cut', isPositive: false },
  ]);
});
