import { shortIdOf } from '../../../../shared/repository/linked-data/references.ts';
import { byNumber } from './numbers.ts';
import type { Cells } from './table-fields.ts';
import type { RowProblem, TableItem } from './table-item.ts';

/** A competency whose children are being found. */
export type Open = TableItem & { readonly children: Open[] };

/** A row of a table that is a competency. */
export type Row = { readonly row: number; readonly cells: Cells; readonly item: Open };

/** A parent beside the one below which a competency stands: both by their ids in the table. */
export type OtherParent = { readonly child: Row; readonly parent: Row };

type Found = { readonly items: readonly TableItem[]; readonly otherParents: readonly OtherParent[] };

/**
 * A parent is identified by its id, its notation or its name. Siblings are in the order of their sequence numbers, else of their
 * numbering, else of the rows.
 *
 * @param parentsOf what the row says of its parents; the first that is in the table is the place of the competency
 */
export function byParents(
  rows: readonly Row[],
  parentsOf: (row: Row) => readonly string[],
  problems: RowProblem[],
): Found {
  const byKey = rowsByKey(rows, problems);
  const parents = new Map<Row, Row>();
  const roots: Row[] = [];
  const children = new Map<Row, Row[]>();
  const otherParents: OtherParent[] = [];
  for (const row of rows) {
    const keys = parentsOf(row);
    const found = keys.flatMap((key) => byKey.get(keyOf(key)) ?? []);
    const [first, ...others] = found;
    if (first === undefined && keys[0] !== undefined)
      problems.push({ row: row.row, kind: 'unknown-parent', value: keys[0] });
    if (first !== undefined && isAbove(parents, row, first)) {
      problems.push({ row: row.row, kind: 'below-itself', value: keys[0] ?? '' });
    } else if (first !== undefined) parents.set(row, first);
    const parent = parents.get(row);
    if (parent === undefined) roots.push(row);
    else children.set(parent, [...(children.get(parent) ?? []), row]);
    for (const other of new Set(others))
      if (other !== first && other !== row) otherParents.push({ child: row, parent: other });
  }
  const inOrder = (siblings: readonly Row[]): readonly Row[] => siblings.toSorted(compare);
  for (const [parent, list] of children) parent.item.children.push(...inOrder(list).map(({ item }) => item));
  return { items: inOrder(roots).map(({ item }) => item), otherParents };
}

function compare(one: Row, other: Row): number {
  const [sequence, next] = [one, other].map(({ cells }) => Number.parseFloat(cells.first('sequence') ?? ''));
  const difference = (sequence ?? Number.NaN) - (next ?? Number.NaN);
  if (!Number.isNaN(difference) && difference !== 0) return difference;
  return byNumber(one.cells.first('numbering'), other.cells.first('numbering'));
}

/** How an id, a notation or a name is compared: an id with its version means the same. */
export function keyOf(text: string): string {
  return /^https?:/.test(text) ? shortIdOf(text, []) : text;
}

/** The rows by id, notation and name; the first of several wins. */
export function rowsByKey(rows: readonly Row[], problems: RowProblem[]): ReadonlyMap<string, Row> {
  const byKey = new Map<string, Row>();
  for (const role of ['id', 'notation', 'name'] as const) {
    for (const row of rows) {
      for (const key of row.cells.all(role).map(keyOf)) {
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

/**
 * `1.2.3` is below the longest of `1.2` and `1` that there is; a number without a beginning like that is at the top.
 *
 * @param isSorted whether siblings are in the order of their numbers instead of the rows
 */
export function byNumbering(
  rows: readonly Row[],
  role: 'numbering' | 'notation',
  problems: RowProblem[],
): readonly TableItem[] {
  const isSorted = role === 'numbering';
  const numberOf = (row: Row): string => (row.cells.first(role) ?? '').replace(/[.)\s]+$/, '');
  const byNumbers = new Map<string, Row>();
  for (const row of rows) {
    const number = numberOf(row);
    const isKnown = byNumbers.has(number);
    if (isSorted && number === '') problems.push({ row: row.row, kind: 'no-number', value: nameOf(row) });
    else if (isSorted && isKnown) problems.push({ row: row.row, kind: 'repeated-number', value: number });
    if (!isKnown) byNumbers.set(number, row);
  }
  const ordered = isSorted ? rows.toSorted((one, other) => byNumber(numberOf(one), numberOf(other))) : rows;
  const roots: Open[] = [];
  for (const row of ordered) {
    let above = numberOf(row);
    let parent: Row | undefined;
    while (parent === undefined && /[.\-/]/.test(above)) {
      above = above.replace(/[.\-/][^.\-/]*$/, '');
      parent = byNumbers.get(above);
    }
    (parent?.item.children ?? roots).push(row.item);
  }
  return roots;
}

function nameOf(row: Row): string {
  return row.cells.first('name') ?? '';
}

/** A row is below the last one before it that is less deep. */
export function byDepths(rows: readonly Row[], problems: RowProblem[]): readonly TableItem[] {
  const roots: Open[] = [];
  const path: { readonly depth: number; readonly item: Open }[] = [];
  for (const { row, cells, item } of rows) {
    const text = cells.first('depth') ?? '';
    const read = Number.parseInt(text, 10);
    if (Number.isNaN(read)) problems.push({ row, kind: 'no-depth', value: text });
    const depth = read || 0;
    while ((path.at(-1)?.depth ?? -1) >= depth && path.length > 0) path.pop();
    (path.at(-1)?.item.children ?? roots).push(item);
    path.push({ depth, item });
  }
  return roots;
}
