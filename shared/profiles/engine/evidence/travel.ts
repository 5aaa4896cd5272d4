import { type Adjacency, addEdge, adjacency, at, edgeList } from '../graph/adjacency.ts';
import type { IndexedGraph } from '../graph/indexed-graph.ts';
import { TRAVEL } from '../relations.ts';
import type { CountedAssertions } from './counted.ts';

/** Positive and negative assertions travel differently. */
export type Polarity = 'positive' | 'negative';

/** The edges along which assertions of a polarity travel. Labels are positions in the graph's relations. */
export function travelGraph(graph: IndexedGraph, polarity: Polarity): Adjacency {
  const edges = edgeList();
  graph.relations.forEach(({ type, source, target }, position) => {
    const way = TRAVEL[type][polarity];
    if (way.forward) addEdge(edges, source, target, position);
    if (way.backward) addEdge(edges, target, source, position);
  });
  return adjacency(graph.size, edges);
}

/** The latest assertion of one polarity that reaches each competency, and its path; -1 for none. */
export type Latest = {
  /** Position in the counted assertions. */
  readonly assertion: Int32Array;
  /** The previous competency on the path; -1 where the assertion was made. */
  readonly from: Int32Array;
  /** The relation of the last step, a position in the graph's relations. */
  readonly relation: Int32Array;
  /** Length of the path. */
  readonly steps: Int32Array;
};

/**
 * Breadth-first walks from the latest assertion to the earliest, each only to competencies that no later one has reached: each
 * competency is visited once, by a shortest path of its latest assertion.
 */
export function latestOf(ways: Adjacency, assertions: CountedAssertions, polarity: Polarity): Latest {
  const assertion = new Int32Array(ways.size).fill(-1);
  const from = new Int32Array(ways.size).fill(-1);
  const relation = new Int32Array(ways.size).fill(-1);
  const steps = new Int32Array(ways.size);
  for (let position = assertions.items.length - 1; position >= 0; position--) {
    const item = assertions.items[position];
    if (item === undefined || item.negative !== (polarity === 'negative')) continue;
    if (at(assertion, item.competency) !== -1) continue;
    assertion[item.competency] = position;
    const queue = [item.competency];
    for (let head = 0; head < queue.length; head++) {
      const vertex = at(queue, head);
      for (let edge = at(ways.starts, vertex); edge < at(ways.starts, vertex + 1); edge++) {
        const end = at(ways.ends, edge);
        if (at(assertion, end) !== -1) continue;
        assertion[end] = position;
        from[end] = vertex;
        steps[end] = at(steps, vertex) + 1;
        relation[end] = at(ways.labels, edge);
        queue.push(end);
      }
    }
  }
  return { assertion, from, relation, steps };
}
