import type { Column } from './columns.ts';
import { fieldsOf } from './table-fields.ts';
import type { Open } from './table-hierarchy.ts';
import type { RowProblem, TableItem } from './table-item.ts';

/** Every level column names an ancestor; a cell that is the same as in the row before, or empty, continues it. */
export function byLevels(
  rows: readonly (readonly string[])[],
  columns: readonly Column[],
  language: string,
  problems: RowProblem[],
): readonly TableItem[] {
  const levels = columns.flatMap(({ role }, i) => (role === 'level' ? [i] : []));
  const root: Open = { fields: {}, children: [] };
  /** The last item of each level; undefined for one that has none. */
  let path: ({ readonly text: string; readonly item: Open } | undefined)[] = [];
  const deepestItem = (): Open => path.findLast((one) => one !== undefined)?.item ?? root;
  const isFull = (row: readonly string[]) => row.some((cell) => cell.trim() !== '');
  for (const [i, row] of rows.entries()) {
    if (!isFull(row)) continue;
    const cells = levels.map((column) => (row[column] ?? '').trim());
    const deepest = cells.findLastIndex((cell) => cell !== '');
    const fields = fieldsOf(row, columns, language, (problem) => problems.push({ row: i + 2, ...problem }));
    for (let depth = 0; depth <= deepest; depth++) {
      const text = cells[depth] ?? '';
      if (text === '' || path[depth]?.text === text) continue;
      path = path.slice(0, depth);
      const item: Open = { fields: { name: { [language]: text } }, children: [] };
      deepestItem().children.push(item);
      path[depth] = { text, item };
    }
    if (deepest !== -1) path = path.slice(0, deepest + 1);
    const below = deepestItem();
    if (fields['name'] !== undefined) below.children.push({ fields, children: [] });
    else if (deepest === -1)
      problems.push({ row: i + 2, kind: 'no-name', value: row.find((cell) => cell.trim() !== '') ?? '' });
    else Object.assign(below.fields, fields);
  }
  return root.children;
}
