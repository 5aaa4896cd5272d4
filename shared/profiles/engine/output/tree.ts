import { type Adjacency, addEdge, adjacency, at, edgeList } from '../graph/adjacency.ts';
import type { GraphHierarchy } from '../graph/hierarchy.ts';
import { checkLimit } from '../limits.ts';
import type { ProfileLimits } from '../model.ts';
import type { ProfileChild, ProfileNode } from '../result.ts';

/** The positions of the framework's own competencies in the answer. */
export type Placement = {
  /** The competencies that are not below others of the framework. */
  readonly top: readonly number[];
  /** The children of each, in the framework's order. */
  readonly children: Adjacency;
};

/**
 * Replaces outside competencies by the ones below them (specification: profile rule 11): the children of a competency are the nearest
 * competencies of the framework on all paths down, each once. Those with such a parent are not at the top level (rule 6), even when
 * they also have an outside parent.
 *
 * @param listed competencies with a smaller number are the framework's own
 * @throws Problem `profile-too-large` (422)
 */
export function place(hierarchy: GraphHierarchy, listed: number, limits: ProfileLimits): Placement {
  const { children, upwards } = hierarchy;
  const leads = leadsInside(hierarchy, listed);
  const edges = edgeList();
  const seen = new Int32Array(children.size).fill(-1);
  const hasParent = new Uint8Array(listed);
  let steps = upwards.length;
  for (let parent = 0; parent < listed; parent++) {
    const found: number[] = [];
    const stack = [parent];
    for (let vertex = stack.pop(); vertex !== undefined; vertex = stack.pop()) {
      steps += at(children.starts, vertex + 1) - at(children.starts, vertex);
      for (let edge = at(children.starts, vertex); edge < at(children.starts, vertex + 1); edge++) {
        const child = at(children.ends, edge);
        if (at(seen, child) === parent || at(leads, child) === 0) continue;
        seen[child] = parent;
        if (child < listed) found.push(child);
        else stack.push(child);
      }
      checkLimit(limits, 'steps', steps);
    }
    for (const child of found.sort((a, b) => a - b)) {
      addEdge(edges, parent, child);
      hasParent[child] = 1;
    }
    checkLimit(limits, 'nodes', edges.to.length);
  }
  const all = Array.from({ length: listed }, (_, number) => number);
  return { top: all.filter((number) => at(hasParent, number) === 0), children: adjacency(listed, edges) };
}

/** 1 for the framework's own competencies and for outside ones that have one of these below them. */
function leadsInside({ children, upwards }: GraphHierarchy, listed: number): Uint8Array {
  const leads = new Uint8Array(children.size);
  for (const vertex of upwards) {
    if (vertex < listed) leads[vertex] = 1;
    for (let edge = at(children.starts, vertex); edge < at(children.starts, vertex + 1); edge++) {
      if (at(leads, at(children.ends, edge)) === 1) leads[vertex] = 1;
    }
  }
  return leads;
}

/**
 * Builds the tree: each node is in full at its first place from top to bottom, and a mention at the others.
 *
 * @param nodes one for each of the framework's competencies; this function fills their `children`
 * @returns the top level
 * @throws Problem `profile-too-large` (422) when there are too many nodes or levels
 */
export function buildTree(nodes: readonly ProfileNode[], placement: Placement, limits: ProfileLimits): ProfileChild[] {
  const { top, children } = placement;
  checkLimit(limits, 'nodes', top.length + children.ends.length);
  const given = new Uint8Array(nodes.length);
  const next = children.starts.slice(0, nodes.length);
  const roots: ProfileChild[] = [];
  for (const root of top) {
    const path = put(nodes, root, given, roots) ? [root] : [];
    while (path.length > 0) {
      const vertex = path.at(-1) ?? root;
      const edge = at(next, vertex);
      if (edge === at(children.starts, vertex + 1)) {
        path.pop();
        continue;
      }
      next[vertex] = edge + 1;
      const child = at(children.ends, edge);
      if (put(nodes, child, given, nodes[vertex]?.children ?? [])) path.push(child);
      checkLimit(limits, 'depth', path.length);
    }
  }
  return roots;
}

/** @returns whether the node was added in full */
function put(nodes: readonly ProfileNode[], number: number, given: Uint8Array, places: ProfileChild[]): boolean {
  const node = nodes[number];
  if (node === undefined) return false;
  if (at(given, number) === 1) {
    places.push({ id: node.id, state: node.state, seeAlso: true });
    return false;
  }
  given[number] = 1;
  places.push(node);
  return true;
}

/**
 * Builds the tree with each node in full at each of its places: the same object, serialized several times.
 *
 * @throws Problem `profile-too-large` (422) when there are too many nodes or levels
 */
export function buildExpandedTree(
  nodes: readonly ProfileNode[],
  { top, children }: Placement,
  limits: ProfileLimits,
): ProfileChild[] {
  const size = new Float64Array(nodes.length);
  const depth = new Int32Array(nodes.length);
  for (const vertex of upwards({ top, children })) {
    size[vertex] = 1;
    depth[vertex] = 1;
    for (let edge = at(children.starts, vertex); edge < at(children.starts, vertex + 1); edge++) {
      const child = at(children.ends, edge);
      size[vertex] = at(size, vertex) + at(size, child);
      depth[vertex] = Math.max(at(depth, vertex), 1 + at(depth, child));
    }
  }
  checkLimit(
    limits,
    'expandedNodes',
    top.reduce((sum, root) => sum + at(size, root), 0),
  );
  for (const root of top) checkLimit(limits, 'depth', at(depth, root));
  nodes.forEach((node, vertex) => {
    const own = children.ends.subarray(at(children.starts, vertex), at(children.starts, vertex + 1));
    for (const child of own) pushTo(node.children, nodes[child]);
  });
  const roots: ProfileChild[] = [];
  for (const root of top) pushTo(roots, nodes[root]);
  return roots;
}

function pushTo(places: ProfileChild[], node: ProfileNode | undefined): void {
  if (node !== undefined) places.push(node);
}

/** Competencies in postorder: each after the ones below it. */
function upwards({ top, children }: Placement): number[] {
  const order: number[] = [];
  const begun = new Uint8Array(children.size);
  const next = children.starts.slice(0, children.size);
  for (const root of top) {
    const path = [root];
    while (path.length > 0) {
      const vertex = path.at(-1) ?? root;
      const edge = at(next, vertex);
      if (edge === at(children.starts, vertex + 1)) {
        order.push(path.pop() ?? vertex);
        continue;
      }
      next[vertex] = edge + 1;
      const child = at(children.ends, edge);
      if (at(begun, child) === 1) continue;
      begun[child] = 1;
      path.push(child);
    }
  }
  return order;
}
