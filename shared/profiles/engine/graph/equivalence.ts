import { type Adjacency, addEdge, adjacency, at, edgeList } from './adjacency.ts';
import type { GraphHierarchy } from './hierarchy.ts';
import type { IndexedGraph } from './indexed-graph.ts';

/** Competencies that are equivalent, directly or through others, taken as one (specification: profile rule 7). */
export type EquivalenceClasses = {
  readonly count: number;
  /** The class of each competency. */
  readonly of: Int32Array;
  /** From each class to the classes of its members' parents. */
  readonly up: Adjacency;
  /** From each class to the classes of its members' children. */
  readonly down: Adjacency;
};

/** Finds the classes by union of sets; the hierarchy between them may have cycles. */
export function equivalenceClasses(graph: IndexedGraph, hierarchy: GraphHierarchy): EquivalenceClasses {
  const leader = Int32Array.from({ length: graph.size }, (_, number) => number);
  const find = (vertex: number): number => {
    let root = vertex;
    while (at(leader, root) !== root) {
      leader[root] = at(leader, at(leader, root));
      root = at(leader, root);
    }
    return root;
  };
  for (const { type, source, target } of graph.relations) {
    if (type !== 'isEquivalentTo') continue;
    const [a, b] = [find(source), find(target)];
    leader[Math.max(a, b)] = Math.min(a, b);
  }
  const of = new Int32Array(graph.size);
  let count = 0;
  for (let vertex = 0; vertex < graph.size; vertex++) {
    const root = find(vertex);
    of[vertex] = root === vertex ? count++ : at(of, root);
  }
  const edges = edgeList();
  const { starts, ends } = hierarchy.children;
  for (let parent = 0; parent < graph.size; parent++) {
    for (let edge = at(starts, parent); edge < at(starts, parent + 1); edge++) {
      addEdge(edges, at(of, parent), at(of, at(ends, edge)));
    }
  }
  return { count, of, down: adjacency(count, edges), up: adjacency(count, edges, true) };
}

/**
 * The first start that reaches each vertex in one step or more; -1 for none. A start counts as reached only where a path leads
 * to it.
 */
export function reachable(graph: Adjacency, starts: Iterable<number>): Int32Array {
  const reachedFrom = new Int32Array(graph.size).fill(-1);
  const left = new Uint8Array(graph.size);
  for (const start of [...starts].sort((a, b) => a - b)) {
    const stack = [start];
    for (let vertex = stack.pop(); vertex !== undefined; vertex = stack.pop()) {
      if (at(left, vertex) === 1) continue;
      left[vertex] = 1;
      for (let edge = at(graph.starts, vertex); edge < at(graph.starts, vertex + 1); edge++) {
        const end = at(graph.ends, edge);
        if (at(reachedFrom, end) === -1) reachedFrom[end] = start;
        if (at(left, end) === 0) stack.push(end);
      }
    }
  }
  return reachedFrom;
}
