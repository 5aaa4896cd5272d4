import type { Tree } from '../../outline/tree.ts';

/** A tree of the wanted competencies and their ancestors. */
export function filterTree(tree: Tree, isWanted: (id: string) => boolean): Tree {
  const ids = new Set([...tree.roots, ...tree.children.keys(), ...tree.parents.keys()]);
  const kept = new Set<string>();
  const pending = [...ids].filter(isWanted);
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (kept.has(id)) continue;
    kept.add(id);
    pending.push(...(tree.parents.get(id) ?? []));
  }
  const children = new Map<string, readonly string[]>();
  for (const [id, below] of tree.children) {
    const list = below.filter((child) => kept.has(child));
    if (list.length > 0) children.set(id, list);
  }
  return { ...tree, roots: tree.roots.filter((id) => kept.has(id)), children };
}

/** The competency itself, or the nearest one above it, that is among these. @returns null when there is none */
export function nearestAmong(
  tree: Tree,
  id: string,
  visible: { readonly has: (id: string) => boolean },
): string | null {
  const seen = new Set<string>();
  let level: readonly string[] = [id];
  while (level.length > 0) {
    const found = level.find((one) => visible.has(one));
    if (found !== undefined) return found;
    for (const one of level) seen.add(one);
    level = level.flatMap((one) => tree.parents.get(one) ?? []).filter((one) => !seen.has(one));
  }
  return null;
}
