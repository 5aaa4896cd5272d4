/** The hierarchy of a framework. Ids may have several parents; cycles stay as they are. */
export type Tree = {
  /** Competencies without a parent, in the framework's order; of a cycle that nothing leads into, its first one. */
  readonly roots: readonly string[];
  /** The children of each competency that has some, in the framework's order. */
  readonly children: ReadonlyMap<string, readonly string[]>;
  readonly parents: ReadonlyMap<string, readonly string[]>;
  /** The relation between a child and its parent, by {@link edgeKey}. */
  readonly edges: ReadonlyMap<string, string>;
};

/** An edge of the tree, with the id of its relation. */
export type Edge = { readonly relation: string; readonly child: string; readonly parent: string };

export function edgeKey(child: string, parent: string): string {
  return `${child} ${parent}`;
}

/**
 * @param members competencies in the framework's order
 * @param previous lists that did not change are reused from it, so that they are identical
 */
export function buildTree(members: readonly string[], edges: readonly Edge[], previous?: Tree): Tree {
  const positions = new Map(members.map((id, i) => [id, i]));
  const children = new Map<string, string[]>();
  const parents = new Map<string, string[]>();
  const relations = new Map<string, string>();
  for (const { relation, child, parent } of edges) {
    const key = edgeKey(child, parent);
    if (child === parent || relations.has(key) || !positions.has(child) || !positions.has(parent)) continue;
    relations.set(key, relation);
    addTo(children, parent, child);
    addTo(parents, child, parent);
  }
  const byPosition = (left: string, right: string) => (positions.get(left) ?? 0) - (positions.get(right) ?? 0);
  for (const list of children.values()) list.sort(byPosition);
  const roots = rootsOf(members, children, parents);
  return {
    roots: previous && sameItems(previous.roots, roots) ? previous.roots : roots,
    children: keepLists(children, previous?.children),
    parents: keepLists(parents, previous?.parents),
    edges: relations,
  };
}

/** A competency and everything below it, each once, parents first. */
export function subtreeOf({ children }: Tree, id: string): readonly string[] {
  const reached = new Set<string>();
  const pending = [id];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    const below = children.get(next) ?? [];
    for (let i = below.length - 1; i >= 0; i--) pending.push(below[i] ?? '');
  }
  return [...reached];
}

function rootsOf(
  members: readonly string[],
  children: ReadonlyMap<string, readonly string[]>,
  parents: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const reached = new Set<string>();
  const reach = (from: string) => {
    const pending = [from];
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      if (reached.has(id)) continue;
      reached.add(id);
      pending.push(...(children.get(id) ?? []));
    }
  };
  const tops = new Set(members.filter((id) => !parents.has(id)));
  for (const id of tops) reach(id);
  for (const id of members) {
    if (reached.has(id)) continue;
    tops.add(id);
    reach(id);
  }
  return members.filter((id) => tops.has(id));
}

function keepLists(
  lists: ReadonlyMap<string, readonly string[]>,
  previous: ReadonlyMap<string, readonly string[]> | undefined,
): ReadonlyMap<string, readonly string[]> {
  if (previous === undefined) return lists;
  const kept = new Map<string, readonly string[]>();
  for (const [id, list] of lists) {
    const old = previous.get(id);
    kept.set(id, old !== undefined && sameItems(old, list) ? old : list);
  }
  return kept;
}

function sameItems(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((item, i) => item === right[i]);
}

function addTo(map: Map<string, string[]>, key: string, value: string): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}
