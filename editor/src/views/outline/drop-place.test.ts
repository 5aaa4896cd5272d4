import { describe, expect, it } from 'vitest';
import type { Row } from '../../outline/rows.ts';
import { dropPlace } from './drop-place.ts';

/** Rows from lines that are indented by two blanks. */
function rowsOf(...lines: readonly string[]): readonly Row[] {
  const path: string[] = [];
  return lines.map((line) => {
    const id = line.trim();
    const depth = (line.length - id.length) / 2 + 1;
    path.length = depth - 1;
    const parent = path.at(-1) ?? null;
    path.push(id);
    return { key: id, id, parent, depth, position: 1, setSize: 1, hasChildren: false, expanded: true, repeats: false };
  });
}

const ROWS = rowsOf('a', '  b', '    c', 'd');
const dragged = [{ id: 'd', parent: null }];

describe('the place where something is dropped', () => {
  it.each([
    ['before everything', { index: 0, depth: 3 }, { parent: null, after: null }],
    ['below the row above, if the pointer is further in', { index: 1, depth: 2 }, { parent: 'a', after: null }],
    ['beside the row above', { index: 3, depth: 3 }, { parent: 'b', after: 'c' }],
    ['beside an ancestor of the row above', { index: 3, depth: 2 }, { parent: 'a', after: 'b' }],
    ['at the top', { index: 3, depth: 1 }, { parent: null, after: 'a' }],
    ['at most one level further in than the row above', { index: 1, depth: 9 }, { parent: 'a', after: null }],
  ])('is %s', (_, target, place) => {
    expect(dropPlace(ROWS, target, dragged)?.place).toEqual(place);
  });

  it('cannot be between a row and what is below it, at the depth of the row', () => {
    expect(dropPlace(ROWS, { index: 2, depth: 1 }, dragged)?.place).toEqual({ parent: 'b', after: null });
  });

  it('is not inside a dragged row', () => {
    expect(dropPlace(ROWS, { index: 3, depth: 3 }, [{ id: 'a', parent: null }])).toBeNull();
  });
});
