import { Graph, layout } from '@dagrejs/dagre';
import {
  LABEL_HEIGHT,
  type Layout,
  type LayoutInput,
  layoutSchema,
  type PlacedNode,
  type Point,
} from './layout-types.ts';

/** Larger graphs get a coarser assignment of layers: the best one takes half a minute for 2,000 nodes. */
const MAX_EXACT_NODES = 250;

const LAYER_DISTANCE = 56;

type InputEdge = LayoutInput['edges'][number];

/**
 * Places a graph in layers, each in the order of the nodes. Takes up to a second for 1,000 nodes.
 *
 * Other relations between parts of a hierarchy do not move them: they are drawn between the layers.
 */
export function placeGraph({ nodes, edges, isRightToLeft }: LayoutInput): Layout {
  if (nodes.length === 0) return { width: 0, height: 0, nodes: [], edges: [] };
  const { placing, crossing } = separate(edges);
  const graph = new Graph({ multigraph: true });
  graph.setGraph({
    rankdir: isRightToLeft ? 'RL' : 'LR',
    nodesep: 14,
    edgesep: 10,
    ranksep: Math.max(LAYER_DISTANCE, ...crossing.map(({ labelWidth }) => labelWidth + 24)),
    marginx: 24,
    marginy: 24,
    ranker: nodes.length > MAX_EXACT_NODES ? 'tight-tree' : 'network-simplex',
  });
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height });
  for (const { id, first, second, labelWidth } of placing) {
    const label = labelWidth > 0 ? { width: labelWidth, height: LABEL_HEIGHT, labelpos: 'c' } : {};
    graph.setEdge(first, second, label, id);
  }
  const positions = new Map(nodes.map(({ id }, i) => [id, i]));
  layout(graph, { customOrder: (layered: Graph) => orderLayers(layered, positions) });
  const placed = new Map(nodes.map(({ id }): [string, PlacedNode] => [id, { ...graph.node(id), id }]));
  const aside = ((isRightToLeft ? -1 : 1) * graph.graph().ranksep) / 2;
  return layoutSchema.parse({
    ...graph.graph(),
    nodes: [...placed.values()],
    edges: [
      ...placing.map(({ id, first, second }) => ({ id, points: graph.edge(first, second, id).points })),
      ...crossing.map(({ id, first, second }) => ({
        id,
        points: between(placed.get(first), placed.get(second), aside),
      })),
    ],
  });
}

/** The edges that layers follow from: all of the hierarchy, and those with an end that the hierarchy does not place. */
function separate(edges: readonly InputEdge[]): {
  readonly placing: readonly InputEdge[];
  readonly crossing: readonly InputEdge[];
} {
  const inHierarchy = new Set(edges.flatMap(({ isHierarchy, first, second }) => (isHierarchy ? [first, second] : [])));
  const isCrossing = ({ isHierarchy, first, second }: InputEdge): boolean =>
    !isHierarchy && inHierarchy.has(first) && inHierarchy.has(second);
  return { placing: edges.filter((edge) => !isCrossing(edge)), crossing: edges.filter(isCrossing) };
}

/** Orders the nodes of each layer by their positions. A line on its way through a layer has the position of the node that it leads to. */
function orderLayers(graph: Graph, positions: ReadonlyMap<string, number>): void {
  const positionOf = (id: string): number => positions.get(graph.node(id).edgeObj?.w ?? id) ?? 0;
  const layers = Map.groupBy<number, string>(graph.nodes(), (id) => graph.node(id).rank);
  for (const layer of layers.values()) {
    layer
      .toSorted((left, right) => positionOf(left) - positionOf(right))
      .forEach((id, order) => {
        graph.node(id).order = order;
      });
  }
}

/**
 * The line between two placed nodes: from the one in the earlier layer into the space after this layer, there up or down, and to the
 * other one. It runs from the first to the second node.
 *
 * @param aside from the side of a node to the middle of the space after its layer; negative from right to left
 */
function between(first: PlacedNode | undefined, second: PlacedNode | undefined, aside: number): readonly Point[] {
  if (first === undefined || second === undefined) return [];
  const direction = Math.sign(aside);
  const isForward = (second.x - first.x) * direction >= 0;
  const [from, to] = isForward ? [first, second] : [second, first];
  const isSameLayer = Math.abs(second.x - first.x) < first.width;
  const start = from.x + (direction * from.width) / 2;
  const end = to.x + ((isSameLayer ? direction : -direction) * to.width) / 2;
  const turn = start + aside;
  const points = [
    { x: start, y: from.y },
    { x: turn, y: from.y },
    { x: turn, y: to.y },
    { x: end, y: to.y },
  ];
  return isForward ? points : points.toReversed();
}
