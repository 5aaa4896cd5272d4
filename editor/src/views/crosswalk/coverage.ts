import type { Tree } from '../../outline/tree.ts';

/** How much of a branch is aligned, or has no counterpart: the competency at its top and those below it. */
export type Coverage = { readonly done: number; readonly count: number };

/** The coverage of each branch, by the competency at its top. A competency in several places of a branch counts in each of them. */
export function coverageOf({ children }: Tree, isDone: (id: string) => boolean): ReadonlyMap<string, Coverage> {
  const known = new Map<string, Coverage>();
  const open = new Set<string>();

  function visit(id: string): Coverage {
    const before = known.get(id);
    if (before !== undefined) return before;
    if (open.has(id)) return { done: 0, count: 0 };
    open.add(id);
    let [done, count] = [isDone(id) ? 1 : 0, 1];
    for (const child of children.get(id) ?? []) {
      const below = visit(child);
      done += below.done;
      count += below.count;
    }
    open.delete(id);
    const coverage = { done, count };
    known.set(id, coverage);
    return coverage;
  }

  for (const id of children.keys()) visit(id);
  return known;
}
