import type { Occurrence } from './command.ts';
import type { OutlineState } from './state.ts';
import type { Tree } from './tree.ts';

/** A line of the outline: a competency at one of its places. */
export type Row = {
  /** Identifies the place: the ids from the top, with blanks between them. */
  readonly key: string;
  readonly id: string;
  readonly parent: string | null;
  /** From 1 at the top, as `aria-level`. */
  readonly depth: number;
  /** From 1, among the siblings. */
  readonly position: number;
  readonly setSize: number;
  readonly hasChildren: boolean;
  readonly expanded: boolean;
  /** It is its own ancestor: what is below it is shown there. */
  readonly repeats: boolean;
};

/** Lists the visible rows. Rows that stayed the same are the same objects as in the last call. */
export type ListRows = (state: Pick<OutlineState, 'tree'>, isExpanded: (key: string) => boolean) => readonly Row[];

export function createRows(): ListRows {
  let previous = new Map<string, Row>();

  return ({ tree }, isExpanded) => {
    const rows: Row[] = [];
    const known = new Map<string, Row>();

    function visit(ids: readonly string[], parent: string | null, above: string, ancestors: readonly string[]): void {
      ids.forEach((id, i) => {
        const key = above + id;
        const repeats = ancestors.includes(id);
        const children = repeats ? [] : (tree.children.get(id) ?? []);
        const hasChildren = children.length > 0;
        const expanded = hasChildren && isExpanded(key);
        const row: Row = {
          key,
          id,
          parent,
          depth: ancestors.length + 1,
          position: i + 1,
          setSize: ids.length,
          hasChildren,
          expanded,
          repeats,
        };
        const old = previous.get(key);
        const kept = old !== undefined && sameRow(old, row) ? old : row;
        rows.push(kept);
        known.set(key, kept);
        if (expanded) visit(children, id, `${key} `, [...ancestors, id]);
      });
    }

    visit(tree.roots, null, '', []);
    previous = known;
    return rows;
  };
}

/** The keys of the rows that lead to a place, from the top, its own last. Further up, each competency's first parent is taken. */
export function keysTo({ parents }: Tree, { id, parent }: Occurrence): readonly string[] {
  const path = [id];
  for (let above = parent; above !== null && !path.includes(above); ) {
    path.unshift(above);
    [above = null] = parents.get(above) ?? [];
  }
  return path.map((_, i) => path.slice(0, i + 1).join(' '));
}

/** The row of a place, or of the same competency elsewhere if it was moved; null without one. */
export function rowAt(rows: readonly Row[], key: string | null): Row | null {
  if (key === null) return null;
  const id = idOfKey(key);
  return rows.find((row) => row.key === key) ?? rows.find((row) => row.id === id) ?? null;
}

/** The id of the competency in a key. */
export function idOfKey(key: string): string {
  return key.slice(key.lastIndexOf(' ') + 1);
}

function sameRow(left: Row, right: Row): boolean {
  return (
    left.id === right.id &&
    left.parent === right.parent &&
    left.depth === right.depth &&
    left.position === right.position &&
    left.setSize === right.setSize &&
    left.hasChildren === right.hasChildren &&
    left.expanded === right.expanded &&
    left.repeats === right.repeats
  );
}

/** The index of the row that a row is below; -1 at the top. */
export function parentIndex(rows: readonly Row[], index: number): number {
  const depth = rows[index]?.depth ?? 1;
  return rows.slice(0, index).findLastIndex((above) => above.depth < depth);
}
