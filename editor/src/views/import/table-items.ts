import type { Fields } from '../../outline/command.ts';
import { NOTATION } from '../../outline/numbering.ts';
import type { Column, Role } from './columns.ts';

/** A problem in a row of a table. */
export type RowProblem = {
  /** Row number in the spreadsheet: the header is row 1. */
  readonly row: number;
  readonly kind: 'no-name' | 'unknown-parent' | 'below-itself' | 'repeated-id';
  readonly value: string;
};

/** A competency of a table. */
export type TableItem = {
  /** Its id in the table. */
  readonly id?: string;
  readonly fields: Fields;
  readonly children: readonly TableItem[];
};

/** The competencies of a table, and the rows with problems. */
export type TableItems = { readonly items: readonly TableItem[]; readonly problems: readonly RowProblem[] };

type Open = TableItem & { readonly children: Open[] };

type Row = { readonly row: number; readonly cells: (role: Role) => readonly string[]; readonly item: Open };

/** How a table expresses its hierarchy. */
export type Hierarchy = 'levels' | 'parents' | 'depths' | 'numbering' | 'none';

/** The kind of hierarchy that columns with these roles express. */
export function hierarchyOf(columns: readonly Column[]): Hierarchy {
  const has = (role: Role) => columns.some((column) => column.role === role);
  if (has('level')) return 'levels';
  if (has('parent')) return 'parents';
  if (has('depth')) return 'depths';
  return has('notation') ? 'numbering' : 'none';
}

/**
 * The competencies of a table, in its order.
 *
 * @param rows without the header
 * @param language tag for columns without a language
 */
export function tableItems(
  rows: readonly (readonly string[])[],
  columns: readonly Column[],
  language: string,
): TableItems {
  const problems: RowProblem[] = [];
  const hierarchy = hierarchyOf(columns);
  if (hierarchy === 'levels') return { items: byLevels(rows, columns, language, problems), problems };
  const read = rows.flatMap((cells, i) => readRow(cells, i + 2, columns, language, problems) ?? []);
  switch (hierarchy) {
    case 'parents':
      return { items: byParents(read, problems), problems };
    case 'depths':
      return {
        items: nest(read.map((row) => ({ ...row, depth: Number.parseInt(row.cells('depth')[0] ?? '', 10) || 0 }))),
        problems,
      };
    case 'numbering':
      return { items: byNumbering(read), problems };
    case 'none':
      return { items: read.map(({ item }) => item), problems };
  }
}

function readRow(
  cells: readonly string[],
  row: number,
  columns: readonly Column[],
  language: string,
  problems: RowProblem[],
): Row | null {
  if (cells.every((cell) => cell.trim() === '')) return null;
  const ofRole = (role: Role) =>
    columns.flatMap((column, i) => (column.role === role ? [(cells[i] ?? '').trim()] : []));
  const fields = fieldsOf(cells, columns, language);
  if (fields['name'] === undefined) {
    const value = cells.find((cell) => cell.trim() !== '') ?? '';
    problems.push({ row, kind: 'no-name', value });
    return null;
  }
  const id = ofRole('id').find(Boolean);
  return { row, cells: ofRole, item: { ...(id !== undefined && { id }), fields, children: [] } };
}

/** Texts by language, and single values. */
function fieldsOf(
  cells: readonly string[],
  columns: readonly Column[],
  language: string,
): Record<string, Fields[string]> {
  const texts = (role: Role) => {
    const byLanguage = new Map<string, string>();
    for (const [i, column] of columns.entries()) {
      const text = (cells[i] ?? '').trim();
      if (column.role !== role || text === '') continue;
      const tag = column.language ?? language;
      const before = byLanguage.get(tag);
      byLanguage.set(tag, before === undefined ? text : `${before}\n${text}`);
    }
    return byLanguage.size === 0 ? undefined : Object.fromEntries(byLanguage);
  };
  const single = (role: Role) =>
    columns.flatMap(({ role: own }, i) => (own === role ? [(cells[i] ?? '').trim()] : [])).find(Boolean);
  const name = texts('name');
  const description = texts('description');
  const notation = single('notation');
  const type = single('type');
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(notation !== undefined && { [NOTATION]: notation }),
    ...(type !== undefined && { 'dcterms:type': type }),
  };
}

/** Every level column names an ancestor; a cell that is the same as in the row before, or empty, continues it. */
function byLevels(
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
    const fields = fieldsOf(row, columns, language);
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

/** A parent is identified by its id, its notation or its name. */
function byParents(rows: readonly Row[], problems: RowProblem[]): readonly TableItem[] {
  const byKey = rowsByKey(rows, problems);
  const parents = new Map<Row, Row>();
  const roots: Open[] = [];
  for (const row of rows) {
    const key = row.cells('parent').find(Boolean);
    const parent = key === undefined ? undefined : byKey.get(key);
    if (key !== undefined && parent === undefined) problems.push({ row: row.row, kind: 'unknown-parent', value: key });
    if (key !== undefined && isAbove(parents, row, parent)) {
      problems.push({ row: row.row, kind: 'below-itself', value: key });
    } else if (parent !== undefined) parents.set(row, parent);
    (parents.get(row)?.item.children ?? roots).push(row.item);
  }
  return roots;
}

/** The rows by id, notation and name; the first of several wins. */
function rowsByKey(rows: readonly Row[], problems: RowProblem[]): ReadonlyMap<string, Row> {
  const byKey = new Map<string, Row>();
  for (const role of ['id', 'notation', 'name'] as const) {
    for (const row of rows) {
      for (const key of row.cells(role).filter(Boolean)) {
        if (!byKey.has(key)) byKey.set(key, row);
        else if (role === 'id') problems.push({ row: row.row, kind: 'repeated-id', value: key });
      }
    }
  }
  return byKey;
}

function isAbove(parents: ReadonlyMap<Row, Row>, row: Row, start: Row | undefined): boolean {
  for (let at = start; at !== undefined; at = parents.get(at)) if (at === row) return true;
  return false;
}

/** `1.2.3` is below the longest of `1.2` and `1` that there is; a notation without a beginning like that is at the top. */
function byNumbering(rows: readonly Row[]): readonly TableItem[] {
  const notationOf = (row: Row) => (row.cells('notation').find(Boolean) ?? '').replace(/[.)\s]+$/, '');
  const byNotation = new Map<string, Row>();
  for (const row of rows) if (!byNotation.has(notationOf(row))) byNotation.set(notationOf(row), row);
  const roots: Open[] = [];
  for (const row of rows) {
    let above = notationOf(row);
    let parent: Row | undefined;
    while (parent === undefined && /[.\-/]/.test(above)) {
      above = above.replace(/[.\-/][^.\-/]*$/, '');
      parent = byNotation.get(above);
    }
    (parent?.item.children ?? roots).push(row.item);
  }
  return roots;
}

/** A row is below the last one before it that is less deep. */
function nest(rows: readonly (Row & { readonly depth: number })[]): readonly TableItem[] {
  const roots: Open[] = [];
  const path: { readonly depth: number; readonly item: Open }[] = [];
  for (const { depth, item } of rows) {
    while ((path.at(-1)?.depth ?? -1) >= depth && path.length > 0) path.pop();
    (path.at(-1)?.item.children ?? roots).push(item);
    path.push({ depth, item });
  }
  return roots;
}
