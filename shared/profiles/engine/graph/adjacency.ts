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
 * Edges by their start: the edges of vertex `v` are at positions `starts[v]` to `starts[v + 1] - 1` of `ends` and `labels`,
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

/** Strongly connected components. */
export type Components = {
  readonly count: number;
  /** The component of each vertex. An edge between components leads from the higher number to the lower one. */
  readonly of: Int32Array;
};

/** Tarjan's algorithm with an explicit stack: time and memory are linear in vertices and edges, at any depth. */
export function components(graph: Adjacency): Components {
  const { size, starts, ends } = graph;
  const of = new Int32Array(size).fill(-1);
  const found = new Int32Array(size).fill(-1);
  const low = new Int32Array(size);
  const next = starts.slice(0, size);
  const open: number[] = [];
  const path: number[] = [];
  let time = 0;
  let count = 0;

  const enter = (vertex: number): void => {
    found[vertex] = time;
    low[vertex] = time++;
    open.push(vertex);
    path.push(vertex);
  };
  const lower = (vertex: number, value: number): void => {
    if (value < at(low, vertex)) low[vertex] = value;
  };
  const close = (vertex: number): void => {
    if (at(low, vertex) !== at(found, vertex)) return;
    let member: number;
    do {
      member = open.pop() ?? vertex;
      of[member] = count;
    } while (member !== vertex);
    count++;
  };
  /** One step along the next edge of the vertex. */
  const follow = (vertex: number): void => {
    const end = at(ends, at(next, vertex));
    next[vertex] = at(next, vertex) + 1;
    if (at(found, end) === -1) enter(end);
    else if (at(of, end) === -1) lower(vertex, at(found, end));
  };

  for (let root = 0; root < size; root++) {
    if (at(found, root) !== -1) continue;
    enter(root);
    while (path.length > 0) {
      const vertex = path.at(-1) ?? root;
      if (at(next, vertex) < at(starts, vertex + 1)) {
        follow(vertex);
        continue;
      }
      path.pop();
      close(vertex);
      const before = path.at(-1);
      if (before !== undefined) lower(before, at(low, vertex));
    }
  }
  return { count, of };
}

/** The acyclic graph of the components: each edge once, from higher numbers to lower ones. */
export function condense(graph: Adjacency, { count, of }: Components): Adjacency {
  const edges = edgeList();
  const members = adjacency(count, membership(of));
  const seen = new Int32Array(count).fill(-1);
  for (let component = 0; component < count; component++) {
    for (let m = at(members.starts, component); m < at(members.starts, component + 1); m++) {
      const vertex = at(members.ends, m);
      for (let edge = at(graph.starts, vertex); edge < at(graph.starts, vertex + 1); edge++) {
        const end = at(of, at(graph.ends, edge));
        if (end === component || at(seen, end) === component) continue;
        seen[end] = component;
        addEdge(edges, component, end);
      }
    }
  }
  return adjacency(count, edges);
}

function membership(of: Int32Array) {
  const edges = edgeList();
  of.forEach((component, vertex) => {
    addEdge(edges, component, vertex);
  });
  return edges;
}
