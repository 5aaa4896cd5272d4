import { type Adjacency, addEdge, adjacency, at, edgeList } from '../graph/adjacency.ts';
import type { Hierarchy } from '../graph/hierarchy.ts';
import { checkLimit } from '../limits.ts';
import type { ProfileLimits } from '../model.ts';

/** Where the framework's own competencies stand in the answer. */
export type Placement = {
  /** Those below no other of the framework. */
  readonly top: readonly number[];
  /** The children of each, in the framework's order. */
  readonly children: Adjacency;
};

/**
 * Leaves out the outside competencies and puts what is below them in their place (specification: profile rule 11): the
 * children of a competency are the nearest ones of the framework on all ways down, each once. What has such a parent is not at
 * the top level (rule 6), even when it also has a parent outside.
 *
 * @param listed competencies with a smaller number are the framework's own
 * @throws Problem `profile-too-large` (422)
 */
export function place(hierarchy: Hierarchy, listed: number, limits: ProfileLimits): Placement {
  const { children, upwards } = hierarchy;
  const fruitful = leadsInside(hierarchy, listed);
  const edges = edgeList();
  const seen = new Int32Array(children.size).fill(-1);
  const hasParent = new Uint8Array(listed);
  let steps = upwards.length;
  for (let parent = 0; parent < listed; parent++) {
    const found: number[] = [];
    const waiting = [parent];
    for (let vertex = waiting.pop(); vertex !== undefined; vertex = waiting.pop()) {
      steps += at(children.starts, vertex + 1) - at(children.starts, vertex);
      for (let edge = at(children.starts, vertex); edge < at(children.starts, vertex + 1); edge++) {
        const child = at(children.ends, edge);
        if (at(seen, child) === parent || at(fruitful, child) === 0) continue;
        seen[child] = parent;
        if (child < listed) found.push(child);
        else waiting.push(child);
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
