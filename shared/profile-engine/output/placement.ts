import { type Adjacency, addEdge, adjacency, at, edgeList } from '../graph/adjacency.ts';
import type { Hierarchy } from '../graph/hierarchy.ts';
import { checkLimit } from '../limits.ts';
import type { ProfileLimits } from '../model.ts';

/** The positions of the framework's own competencies in the answer. */
export type Placement = {
  /** Those that are not below others of the framework. */
  readonly top: readonly number[];
  /** The children of each, in the framework's order. */
  readonly children: Adjacency;
};

/**
 * Replaces outside competencies by what is below them (specification: profile rule 11): the children of a competency are the nearest
 * competencies of the framework on all paths down, each once. Those with such a parent are not at the top level (rule 6), even when
 * they also have an outside parent.
 *
 * @param listed competencies with a smaller number are the framework's own
 * @throws Problem `profile-too-large` (422)
 */
export function place(hierarchy: Hierarchy, listed: number, limits: ProfileLimits): Placement {
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
function leadsInside({ children, upwards }: Hierarchy, listed: number): Uint8Array {
  const leads = new Uint8Array(children.size);
  for (const vertex of upwards) {
    if (vertex < listed) leads[vertex] = 1;
    for (let edge = at(children.starts, vertex); edge < at(children.starts, vertex + 1); edge++) {
      if (at(leads, at(children.ends, edge)) === 1) leads[vertex] = 1;
    }
  }
  return leads;
}
