import { at } from '../graph/adjacency.ts';
import { checkLimit } from '../limits.ts';
import type { ProfileLimits } from '../model.ts';
import type { ProfileChild, ProfileNode } from '../result.ts';
import type { Placement } from './placement.ts';

/**
 * Builds the tree: each node in full at its first place from top to bottom, then as a mention.
 *
 * @param nodes one for each of the framework's competencies; their `children` are filled
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

/** Competencies in postorder: each after those below it. */
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
