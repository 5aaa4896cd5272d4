import { RELATION_ROLES } from './column-roles.ts';
import { keyOf, type Row, rowsByKey } from './table-hierarchy.ts';
import type { ItemRelation, RowProblem } from './table-item.ts';

/** The relations that rows have in cells: to competencies of the table, by their ids, codes or names, or to other addresses. */
export function relationsInCells(rows: readonly Row[], problems: RowProblem[]): readonly ItemRelation[] {
  const byKey = rowsByKey(rows, []);
  const relations: ItemRelation[] = [];
  for (const row of rows) {
    for (const { role, type } of RELATION_ROLES) {
      for (const text of row.cells.all(role).flatMap((cell) => namedIn(cell, byKey))) {
        const target = byKey.get(keyOf(text))?.item ?? (URL.canParse(text) ? text : undefined);
        if (target === undefined) problems.push({ row: row.row, kind: 'unknown-end', value: text });
        else if (target !== row.item && !relations.some((one) => isSame(one, { source: row.item, type, target })))
          relations.push({ source: row.item, type, target });
      }
    }
  }
  return relations;
}

/** What a cell names: one, or several that bars, lines or semicolons separate, else commas. */
function namedIn(cell: string, byKey: ReadonlyMap<string, Row>): readonly string[] {
  const isOne = byKey.has(keyOf(cell)) || (/^https?:\S+$/.test(cell) && !/[|;,]https?:/.test(cell));
  if (isOne) return [cell];
  const separator = /[|;\n]/.test(cell) ? /[|;\n]/ : /,/;
  return cell.split(separator).flatMap((text) => text.trim() || []);
}

/** Of two rows that are related, each may name the other. */
function isSame(one: ItemRelation, other: ItemRelation): boolean {
  if (one.type !== other.type) return false;
  const isBackwards = one.type === 'isRelatedTo' && one.source === other.target && one.target === other.source;
  return isBackwards || (one.source === other.source && one.target === other.target);
}
