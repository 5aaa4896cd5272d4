import type { Tree } from '../outline/tree.ts';
import type { Standing } from './profile.ts';

/** A place in a grid, from 0. */
export type Cell = { readonly row: number; readonly column: number };

/** Number of rows and columns. */
export type Size = { readonly rows: number; readonly columns: number };

/** Number of rows that Page Up and Page Down pass. */
const PAGE_ROWS = 10;

/** The cell that a key leads to, with or without Ctrl (ARIA Authoring Practices: Grid); null for other keys. */
export function cellAfter(key: string, isControl: boolean, at: Cell, { rows, columns }: Size): Cell | null {
  const [last, end] = [rows - 1, columns - 1];
  const to = (row: number, column: number): Cell => ({
    row: Math.max(0, Math.min(last, row)),
    column: Math.max(0, Math.min(end, column)),
  });
  switch (key) {
    case 'ArrowDown':
      return to(at.row + 1, at.column);
    case 'ArrowUp':
      return to(at.row - 1, at.column);
    case 'ArrowRight':
      return to(at.row, at.column + 1);
    case 'ArrowLeft':
      return to(at.row, at.column - 1);
    case 'PageDown':
      return to(at.row + PAGE_ROWS, at.column);
    case 'PageUp':
      return to(at.row - PAGE_ROWS, at.column);
    case 'Home':
      return to(isControl ? 0 : at.row, 0);
    case 'End':
      return to(isControl ? last : at.row, end);
    default:
      return null;
  }
}

/** All cells between two corners, row by row. */
export function cellsBetween(one: Cell, other: Cell): readonly Cell[] {
  const [top, bottom] = [Math.min(one.row, other.row), Math.max(one.row, other.row)];
  const [start, end] = [Math.min(one.column, other.column), Math.max(one.column, other.column)];
  const columns = Array.from({ length: end - start + 1 }, (_, index) => start + index);
  return Array.from({ length: bottom - top + 1 }, (_, index) => top + index).flatMap((row) =>
    columns.map((column) => ({ row, column })),
  );
}

/** A competency as a row, with its depth from 0. */
export type MatrixRow = { readonly id: string; readonly depth: number };

/** The competencies of a framework, or of a branch, each once, in the order of the outline. @param branch null: all */
export function matrixRows(tree: Tree, branch: string | null): readonly MatrixRow[] {
  const rows = new Map<string, MatrixRow>();
  const pending = (branch === null ? tree.roots : [branch]).map((id) => ({ id, depth: 0 })).reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { id, depth } = next;
    if (rows.has(id)) continue;
    rows.set(id, next);
    pending.push(...(tree.children.get(id) ?? []).map((child) => ({ id: child, depth: depth + 1 })).reverse());
  }
  return [...rows.values()];
}

/** Marks that `readMarks` reads, and that a spreadsheet does not take for a formula. */
const MARKS: Readonly<Record<Standing, string>> = { achieved: 'yes', 'not-yet': 'no', begun: '', open: '' };

/** The matrix as a table with competencies in the first row and learners in the first column, as *Record many at once* takes it. */
export function matrixTable(
  competencies: readonly { readonly id: string; readonly name: string }[],
  learners: readonly { readonly id: string; readonly name: string }[],
  standingOfCell: (competency: string, learner: string) => Standing | null,
): readonly (readonly string[])[] {
  const marks = (learner: string): readonly string[] =>
    competencies.map(({ id }) => MARKS[standingOfCell(id, learner) ?? 'open']);
  return [['', ...competencies.map(({ name }) => name)], ...learners.map(({ id, name }) => [name, ...marks(id)])];
}
