import type { Tree } from '../../outline/tree.ts';

/** A competency at one of its places on the page. */
export type PrintedItem = {
  readonly id: string;
  readonly children: readonly PrintedItem[];
  /** What is below it is printed at its first place. */
  readonly repeats: boolean;
};

/** The whole outline. A competency with several parents is at each of its places, and what is below it at the first one. */
export function printedItems({ roots, children }: Pick<Tree, 'roots' | 'children'>): readonly PrintedItem[] {
  const printed = new Set<string>();

  function itemOf(id: string): PrintedItem {
    const below = children.get(id) ?? [];
    if (below.length === 0) return { id, children: [], repeats: false };
    if (printed.has(id)) return { id, children: [], repeats: true };
    printed.add(id);
    return { id, children: below.map(itemOf), repeats: false };
  }

  return roots.map(itemOf);
}
