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

/** The horizontal part of a line at a node. */
const LEAD = 16;

type InputEdge = LayoutInput['edges'][number];

/**
 * Places a graph in layers, each in the order of the nodes. Takes up to a second for 1,000 nodes.
 *
 * Other relations between parts of a hierarchy do not move them: they are drawn in the spaces after the layers.
 */
export function placeGraph({ nodes, edges, isRightToLeft }: LayoutInput): Layout {
  if (nodes.length === 0) return { width: 0, height: 0, nodes: [], edges: [] };
  const { placing, crossing } = separate(edges);
  const layerDistance = crossing.reduce((width, { labelWidth }) => Math.max(width, labelWidth + 24), LAYER_DISTANCE);
  const graph = new Graph({ multigraph: true });
  graph.setGraph({
    rankdir: isRightToLeft ? 'RL' : 'LR',
    nodesep: 14,
    edgesep: 10,
    ranksep: layerDistance,
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
  const direction = isRightToLeft ? -1 : 1;
  const lines = edges.flatMap((edge) => {
    const [first, second] = [placed.get(edge.first), placed.get(edge.second)];
    if (first === undefined || second === undefined) return [];
    const points: readonly Point[] | undefined = graph.edge(edge.first, edge.second, edge.id)?.points;
    const ends = { first, second, direction };
    return [
      {
        id: edge.id,
        points: points === undefined ? besideLayer(ends, layerDistance / 2) : atSides(ends, points, edge.labelWidth),
      },
    ];
  });
  return layoutSchema.parse({ ...graph.graph(), nodes: [...placed.values()], edges: lines });
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

/** The ends of a line; `direction` is -1 from right to left, otherwise 1. */
type Ends = { readonly first: PlacedNode; readonly second: PlacedNode; readonly direction: number };

/** A line through these points that begins and ends at the sides of its nodes, and is level at its label. */
function atSides({ first, second, direction }: Ends, points: readonly Point[], labelWidth: number): readonly Point[] {
  const ahead = Math.sign(second.x - first.x) || direction;
  const [start, end] = [first.x + (ahead * first.width) / 2, second.x - (ahead * second.width) / 2];
  const half = (ahead * labelWidth) / 2;
  const middle = Math.floor(points.length / 2);
  return [
    { x: start, y: first.y },
    { x: start + ahead * LEAD, y: first.y },
    ...points.slice(1, -1).flatMap(({ x, y }, i) =>
      half !== 0 && i + 1 === middle
        ? [
            { x: x - half, y },
            { x: x + half, y },
          ]
        : [{ x, y }],
    ),
    { x: end - ahead * LEAD, y: second.y },
    { x: end, y: second.y },
  ];
}

/**
 * A line that runs up or down in the space after a layer: that of the node in the earlier layer.
 *
 * @param aside from the side of this node to the middle of the space
 */
function besideLayer({ first, second, direction }: Ends, aside: number): readonly Point[] {
  const isForward = (second.x - first.x) * direction >= 0;
  const [from, to] = isForward ? [first, second] : [second, first];
  const isSameLayer = Math.abs(second.x - first.x) < first.width;
  const start = from.x + (direction * from.width) / 2;
  const end = to.x + ((isSameLayer ? direction : -direction) * to.width) / 2;
  const turn = start + direction * aside;
  const points = [
    { x: start, y: from.y },
    { x: turn, y: from.y },
    { x: turn, y: to.y },
    { x: end, y: to.y },
  ];
  return isForward ? points : points.toReversed();
}
