import type { Occurrence, Place } from '../../outline/command.ts';
import type { Row } from '../../outline/rows.ts';

/** The target of a drag: before a row, at a depth. */
export type DropTarget = {
  /** Index of the row that would follow; the number of rows: at the end. */
  readonly index: number;
  /** From 1 at the top. */
  readonly depth: number;
};

/**
 * The place in the outline for a position between rows.
 *
 * @param depth depth of the pointer; the nearest possible one is used
 * @returns null if the dragged competencies would be below themselves
 */
export function dropPlace(
  rows: readonly Row[],
  { index, depth }: DropTarget,
  dragged: readonly Occurrence[],
): { readonly place: Place; readonly depth: number } | null {
  const chosen = new Set(dragged.map(({ id }) => id));
  const above = lastBefore(rows, index, chosen);
  const below = rows[index];
  const least = below === undefined ? 1 : Math.min(below.depth, above === null ? 1 : above.depth + 1);
  const most = above === null ? 1 : above.depth + 1;
  const wanted = Math.max(least, Math.min(depth, most));
  if (above === null) return { place: { parent: null, after: null }, depth: 1 };
  if (wanted > above.depth)
    return isInside(rows, above, chosen) ? null : { place: { parent: above.id, after: null }, depth: wanted };
  const sibling = ancestorAt(rows, rows.indexOf(above), wanted);
  if (sibling === null || isInside(rows, sibling, chosen)) return null;
  return { place: { parent: sibling.parent, after: sibling.id }, depth: wanted };
}

/** The row above the position that is not dragged itself. */
function lastBefore(rows: readonly Row[], index: number, chosen: ReadonlySet<string>): Row | null {
  for (let i = Math.min(index, rows.length) - 1; i >= 0; i--) {
    const row = rows[i];
    if (row !== undefined && !chosen.has(row.id)) return row;
  }
  return null;
}

/** The row itself or its ancestor at a depth. */
function ancestorAt(rows: readonly Row[], from: number, depth: number): Row | null {
  for (let i = from; i >= 0; i--) {
    const row = rows[i];
    if (row !== undefined && row.depth <= depth) return row;
  }
  return null;
}

/** Whether a row is below a chosen one. */
function isInside(rows: readonly Row[], row: Row, chosen: ReadonlySet<string>): boolean {
  let { depth } = row;
  for (let i = rows.indexOf(row) - 1; i >= 0 && depth > 1; i--) {
    const above = rows[i];
    if (above === undefined || above.depth >= depth) continue;
    if (chosen.has(above.id)) return true;
    ({ depth } = above);
  }
  return false;
}
