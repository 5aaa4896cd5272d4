import type { Framework, FrameworkRelation } from './model.ts';

/** Parents and children of the members of a framework, by id, in order. */
export type Hierarchy = {
  /** Members without a parent among the members; of a cycle without a parent outside of it, its first member. */
  readonly tops: readonly string[];
  readonly isTop: (id: string) => boolean;
  readonly children: (id: string) => readonly string[];
  readonly parents: (id: string) => readonly string[];
};

/** What a hierarchy is made of. */
type Members = Pick<Framework, 'memberIds'> & {
  readonly relations: readonly Pick<FrameworkRelation, 'type' | 'source' | 'target'>[];
};

/**
 * The hierarchy that relations of type `narrows` between two members make. A member may have several parents. Cycles are kept: code
 * that follows children must remember the nodes that it has visited.
 */
export function hierarchyOf({ memberIds, relations }: Members): Hierarchy {
  const members = new Set(memberIds);
  const children = new Map<string, Set<string>>();
  const parents = new Map<string, Set<string>>();
  for (const { type, source, target } of relations) {
    if (type !== 'narrows' || source === target || !members.has(source) || !members.has(target)) continue;
    addTo(children, target, source);
    addTo(parents, source, target);
  }
  const tops = new Set([...members].filter((id) => !parents.has(id)));
  const reached = new Set<string>();
  for (const id of tops) reach(id);
  for (const id of members) {
    if (reached.has(id)) continue;
    tops.add(id);
    reach(id);
  }

  function reach(from: string): void {
    const pending = [from];
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      if (reached.has(id)) continue;
      reached.add(id);
      for (const child of children.get(id) ?? []) pending.push(child);
    }
  }

  return {
    tops: [...members].filter((id) => tops.has(id)),
    isTop: (id) => tops.has(id),
    children: (id) => [...(children.get(id) ?? [])],
    parents: (id) => [...(parents.get(id) ?? [])],
  };
}

/**
 * The framework with the members that it has in the order in which a reader meets them, each after its first parent: the same for the same
 * hierarchy, whatever the order in which it is stored.
 */
export function inReadingOrder(framework: Framework): Framework {
  const members = new Map(framework.members.map((node) => [node.id, node]));
  const { tops, children } = hierarchyOf({ ...framework, memberIds: [...members.keys()] });
  const places = new Map<string, number>();
  const pending = [...tops].reverse();
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (places.has(id)) continue;
    places.set(id, places.size);
    for (const child of [...children(id)].reverse()) pending.push(child);
  }
  const placeOf = ({ target }: FrameworkRelation): number => places.get(target) ?? places.size;
  return {
    ...framework,
    memberIds: [...places.keys()],
    members: [...places.keys()].flatMap((id) => members.get(id) ?? []),
    relations: framework.relations.toSorted((one, other) => placeOf(one) - placeOf(other)),
  };
}

/** The parents whose children the relations give in another order than the list of members does. */
export function unorderedParents({ memberIds, relations }: Members): ReadonlySet<string> {
  const positions = new Map(memberIds.map((id, position) => [id, position]));
  const latest = new Map<string, number>();
  const unordered = new Set<string>();
  for (const { type, source, target } of relations) {
    const position = type === 'narrows' ? positions.get(source) : undefined;
    if (position === undefined) continue;
    if (position < (latest.get(target) ?? 0)) unordered.add(target);
    latest.set(target, position);
  }
  return unordered;
}

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, new Set([value]));
  else values.add(value);
}
