/** Directed edges between integers, each with a label. */
export type EdgeList = { readonly from: number[]; readonly to: number[]; readonly label: number[] };

/** A list without edges. */
export function edgeList(): EdgeList {
  return { from: [], to: [], label: [] };
}

export function addEdge(edges: EdgeList, from: number, to: number, label = -1): void {
  edges.from.push(from);
  edges.to.push(to);
  edges.label.push(label);
}

/**
 * Edges by their start: those of vertex `v` are at positions `starts[v]` to `starts[v + 1] - 1` of `ends` and `labels`,
 * in the order in which they were added.
 */
export type Adjacency = {
  readonly size: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly labels: Int32Array;
};

/** Sorts edges by their start, or with `reversed`, by their end. */
export function adjacency(size: number, edges: EdgeList, reversed = false): Adjacency {
  const from = reversed ? edges.to : edges.from;
  const to = reversed ? edges.from : edges.to;
  const starts = new Int32Array(size + 1);
  for (const vertex of from) starts[vertex + 1] = at(starts, vertex + 1) + 1;
  for (let vertex = 0; vertex < size; vertex++) starts[vertex + 1] = at(starts, vertex + 1) + at(starts, vertex);
  const next = starts.slice(0, size);
  const ends = new Int32Array(to.length);
  const labels = new Int32Array(to.length);
  for (let edge = 0; edge < to.length; edge++) {
    const vertex = from[edge] ?? 0;
    const position = at(next, vertex);
    next[vertex] = position + 1;
    ends[position] = to[edge] ?? 0;
    labels[position] = edges.label[edge] ?? -1;
  }
  return { size, starts, ends, labels };
}

/** The number at a position that exists. */
export function at(numbers: Int32Array | Uint8Array | Float64Array | readonly number[], position: number): number {
  return numbers[position] ?? 0;
}
