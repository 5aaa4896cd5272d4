import type { Fields } from '../../outline/command.ts';
import { relationsInCells } from './cell-relations.ts';
import type { Role } from './column-roles.ts';
import type { Column } from './columns.ts';
import type { TableRelation } from './relation-table.ts';
import { cellsOf, fieldsOf } from './table-fields.ts';
import { byDepths, byNumbering, byParents, keyOf, type Row } from './table-hierarchy.ts';
import type { ItemRelation, RowProblem, TableItem } from './table-item.ts';
import { byLevels } from './table-levels.ts';

/** What a table has. */
export type TableItems = {
  readonly items: readonly TableItem[];
  /** Members of the framework, from its own row; null without one. */
  readonly framework: Fields | null;
  readonly relations: readonly ItemRelation[];
  readonly problems: readonly RowProblem[];
};

/** How a table expresses its hierarchy. */
export type Hierarchy = 'levels' | 'parents' | 'relations' | 'numbering' | 'depths' | 'codes' | 'none';

/** The rows of a table without its header, with what its columns are, and the relations of a second table. */
export type TableContents = {
  readonly rows: readonly (readonly string[])[];
  readonly columns: readonly Column[];
  readonly relations?: readonly TableRelation[];
};

/** The kind of hierarchy that a table expresses: columns without a value in any row say nothing. */
export function hierarchyOf({ rows, columns, relations = [] }: TableContents): Hierarchy {
  const has = (role: Role): boolean =>
    columns.some((column, i) => column.role === role && rows.some((row) => (row[i] ?? '').trim() !== ''));
  if (has('level')) return 'levels';
  if (has('parent')) return 'parents';
  if (relations.some(({ type }) => type === 'narrows')) return 'relations';
  if (has('numbering')) return 'numbering';
  if (has('depth')) return 'depths';
  return has('notation') ? 'codes' : 'none';
}

/**
 * The competencies of a table: in its order, or in that of their numbering where it makes the hierarchy.
 *
 * @param language tag for columns without a language
 */
export function tableItems(contents: TableContents, language: string): TableItems {
  const { rows, columns, relations = [] } = contents;
  const problems: RowProblem[] = [];
  const hierarchy = hierarchyOf(contents);
  if (hierarchy === 'levels') {
    return { items: byLevels(rows, columns, language, problems), framework: null, relations: [], problems };
  }
  const isOfFramework = (cells: readonly string[]): boolean => kindOf(cells, columns) === 'framework';
  const own = rows.find(isOfFramework);
  const read = rows.flatMap((cells, i) =>
    isOfFramework(cells) ? [] : (readRow(cells, i + 2, columns, language, problems) ?? []),
  );
  const { items, others } = arranged(hierarchy, read, relations, problems);
  return {
    items,
    framework: own === undefined ? null : fieldsOf(own, columns, language),
    relations: [...others, ...relationsOf(read, relations, problems), ...relationsInCells(read, problems)],
    problems,
  };
}

type Arranged = { readonly items: readonly TableItem[]; readonly others: readonly ItemRelation[] };

function arranged(
  hierarchy: Exclude<Hierarchy, 'levels'>,
  rows: readonly Row[],
  relations: readonly TableRelation[],
  problems: RowProblem[],
): Arranged {
  switch (hierarchy) {
    case 'parents':
    case 'relations': {
      const named = hierarchy === 'parents' ? parentsInCells : parentsIn(relations);
      const { items, otherParents } = byParents(rows, named, problems);
      const others = otherParents.map(({ child, parent }) => ({
        source: child.item,
        type: 'narrows',
        target: parent.item,
      }));
      return { items, others };
    }
    case 'numbering':
      return { items: byNumbering(rows, 'numbering', problems), others: [] };
    case 'codes':
      return { items: byNumbering(rows, 'notation', problems), others: [] };
    case 'depths':
      return { items: byDepths(rows, problems), others: [] };
    case 'none':
      return { items: rows.map(({ item }) => item), others: [] };
  }
}

/** Several parents are separated by bars. */
function parentsInCells({ cells }: Row): readonly string[] {
  return (cells.first('parent') ?? '').split('|').flatMap((key) => key.trim() || []);
}

function parentsIn(relations: readonly TableRelation[]): (row: Row) => readonly string[] {
  const parents = new Map<string, string[]>();
  for (const { source, type, target } of relations) {
    if (type === 'narrows') parents.set(source, [...(parents.get(source) ?? []), target]);
  }
  return ({ item }) => parents.get(keyOf(item.id ?? '')) ?? [];
}

/** The relations apart from the hierarchy. */
function relationsOf(
  rows: readonly Row[],
  relations: readonly TableRelation[],
  problems: RowProblem[],
): readonly ItemRelation[] {
  const byId = new Map(rows.flatMap(({ item }) => (item.id === undefined ? [] : [[keyOf(item.id), item] as const])));
  return relations.flatMap(({ row, source, type, target }): ItemRelation[] => {
    if (type === 'narrows') return [];
    const [from, to] = [byId.get(source), byId.get(target) ?? (URL.canParse(target) ? target : undefined)];
    if (from !== undefined && to !== undefined) return [{ source: from, type, target: to }];
    problems.push({ row, kind: 'unknown-end', value: from === undefined ? source : target });
    return [];
  });
}

/** What a row is, by its type in linked data. */
function kindOf(row: readonly string[], columns: readonly Column[]): 'framework' | 'competency' | 'other' {
  const kind = cellsOf(row, columns).first('kind') ?? '';
  if (/framework$/i.test(kind)) return 'framework';
  return OTHER_KINDS.test(kind) ? 'other' : 'competency';
}

const OTHER_KINDS =
  /(?:^|[:/#])(?:relation|level|rolluprule|conceptscheme|concept|progressionmodel|progressionlevel)$/i;

function readRow(
  row: readonly string[],
  number: number,
  columns: readonly Column[],
  language: string,
  problems: RowProblem[],
): Row | null {
  const value = row.find((cell) => cell.trim() !== '');
  if (value === undefined) return null;
  if (kindOf(row, columns) === 'other') {
    problems.push({ row: number, kind: 'not-competency', value: cellsOf(row, columns).first('kind') ?? '' });
    return null;
  }
  const fields = fieldsOf(row, columns, language, (problem) => problems.push({ row: number, ...problem }));
  if (fields['name'] === undefined) {
    problems.push({ row: number, kind: 'no-name', value });
    return null;
  }
  const cells = cellsOf(row, columns);
  const id = cells.first('id');
  return { row: number, cells, item: { ...(id !== undefined && { id }), fields, children: [] } };
}
