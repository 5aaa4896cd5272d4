import { type Adjacency, addEdge, adjacency, at, edgeList } from './adjacency.ts';
import type { IndexedGraph } from './indexed-graph.ts';

/** The acyclic hierarchy of competencies (specification: profile rule 6). Labels are positions in the graph's relations. */
export type GraphHierarchy = {
  /** Children in the order of their numbers. */
  readonly children: Adjacency;
  readonly parents: Adjacency;
  /** Every competency, each after all competencies below it. */
  readonly upwards: Int32Array;
  /** Positions of the `narrows` relations that close a cycle and do not count for the hierarchy. */
  readonly cut: readonly number[];
};

/**
 * Builds the hierarchy of the `narrows` relations. A depth-first walk, first from the competencies without parents and then from
 * those that it has not reached, in the order of numbers, cuts each relation that leads back to a competency on the current path.
 */
export function hierarchyOf(graph: IndexedGraph): GraphHierarchy {
  const all = edgeList();
  graph.relations.forEach((relation, position) => {
    if (relation.type === 'narrows') addEdge(all, relation.target, relation.source, position);
  });
  const { upwards, cut } = walk(adjacency(graph.size, all), rootsFirst(graph.size, all.to));
  const kept = edgeList();
  all.label.forEach((position, edge) => {
    if (!cut.has(position)) addEdge(kept, at(all.from, edge), at(all.to, edge), position);
  });
  return {
    children: adjacency(graph.size, kept),
    parents: adjacency(graph.size, kept, true),
    upwards,
    cut: [...cut].sort((a, b) => a - b),
  };
}

function rootsFirst(size: number, children: readonly number[]): number[] {
  const hasParent = new Uint8Array(size);
  for (const child of children) hasParent[child] = 1;
  const numbers = Array.from({ length: size }, (_, number) => number);
  return [...numbers.filter((n) => at(hasParent, n) === 0), ...numbers.filter((n) => at(hasParent, n) === 1)];
}

const NEW = 0;
const ON_PATH = 1;
const DONE = 2;

function walk(children: Adjacency, roots: readonly number[]): { upwards: Int32Array; cut: Set<number> } {
  const { size, starts, ends, labels } = children;
  const phase = new Uint8Array(size);
  const next = starts.slice(0, size);
  const upwards = new Int32Array(size);
  const cut = new Set<number>();
  let done = 0;
  for (const root of roots) {
    if (at(phase, root) !== NEW) continue;
    const path = [root];
    phase[root] = ON_PATH;
    while (path.length > 0) {
      const vertex = path.at(-1) ?? root;
      const edge = at(next, vertex);
      if (edge === at(starts, vertex + 1)) {
        path.pop();
        phase[vertex] = DONE;
        upwards[done++] = vertex;
        continue;
      }
      next[vertex] = edge + 1;
      const child = at(ends, edge);
      if (at(phase, child) === ON_PATH) cut.add(at(labels, edge));
      if (at(phase, child) !== NEW) continue;
      phase[child] = ON_PATH;
      path.push(child);
    }
  }
  return { upwards, cut };
}
