import { isSymmetric, kindOf, type LineStyle } from './kinds.ts';
import { type LabelLines, wrapLabel } from './label-lines.ts';
import type { Layout, LayoutInput, Point } from './layout-types.ts';
import type { GraphNode, RelationGraph } from './relation-graph.ts';

/** The drawing, on the screen and in files. In pixels. */
export type Figure = {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
};

/** A competency. `x` and `y` are its centre. */
export type Box = {
  readonly node: GraphNode;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly label: LabelLines;
};

/** A relation. */
export type Line = {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly type: string;
  readonly style: LineStyle;
  /** Data of an SVG path, from source to target. */
  readonly path: string;
  /** Corners of the arrowhead at the target, as the points of an SVG polygon; null: none. */
  readonly head: string | null;
  /** Its label, with its centre and the width of its background; null: none. */
  readonly label: { readonly text: string; readonly x: number; readonly y: number; readonly width: number } | null;
};

export const BOX_WIDTH = 200;
export const LINE_HEIGHT = 17;
const BOX_PADDING = 20;

const HIERARCHY = 'narrows';

/** With more lines, lines of the hierarchy have no labels: nearly all lines are of this kind, and their labels would be illegible. */
const MAX_LABELLED = 60;

const LABEL_CHARACTER_WIDTH = 6.5;
const LABEL_PADDING = 12;
const HEAD_LENGTH = 11;
const HEAD_HALF_WIDTH = 5;

export type Texts = { readonly nameOf: (node: GraphNode) => string; readonly words: (type: string) => string };

/** The sizes of boxes and labels, for the layout. */
export function measure(graph: RelationGraph, texts: Texts, isRightToLeft: boolean): LayoutInput {
  const isLabelled = labelling(graph);
  return {
    nodes: [...graph.nodes.values()].map((node) => {
      const { lines } = wrapLabel(texts.nameOf(node));
      return { id: node.id, width: BOX_WIDTH, height: lines.length * LINE_HEIGHT + BOX_PADDING };
    }),
    edges: graph.edges.map(({ id, source, target, type }) => {
      const [first, second] = kindOf(type).first === 'source' ? [source, target] : [target, source];
      const labelWidth = isLabelled(type) ? labelWidthOf(texts.words(type)) : 0;
      return { id, first, second, labelWidth, isHierarchy: type === HIERARCHY };
    }),
    isRightToLeft,
  };
}

/** Draws a graph at the positions of its layout. */
export function drawFigure(graph: RelationGraph, layout: Layout, texts: Texts): Figure {
  const isLabelled = labelling(graph);
  const boxes = layout.nodes.flatMap(({ id, ...place }) => {
    const node = graph.nodes.get(id);
    return node === undefined ? [] : [{ ...place, node, label: wrapLabel(texts.nameOf(node)) }];
  });
  const edges = new Map(graph.edges.map((edge) => [edge.id, edge]));
  const lines = layout.edges.flatMap(({ id, points }) => {
    const edge = edges.get(id);
    if (edge === undefined || points.length < 2) return [];
    const style = kindOf(edge.type);
    const fromSource = style.first === 'source' ? points : points.toReversed();
    const text = texts.words(edge.type);
    const label = isLabelled(edge.type) ? { text, ...middleOf(points), width: labelWidthOf(text) } : null;
    const head = style.head === 'none' || isSymmetric(edge.type) ? null : headAt(fromSource);
    return [{ ...edge, style, path: pathThrough(fromSource), head, label }];
  });
  return { width: layout.width, height: layout.height, boxes, lines };
}

function labelling({ edges }: RelationGraph): (type: string) => boolean {
  const isSmall = edges.length <= MAX_LABELLED;
  return (type) => isSmall || type !== HIERARCHY;
}

function labelWidthOf(text: string): number {
  return text.length * LABEL_CHARACTER_WIDTH + LABEL_PADDING;
}

/** The path of a line with rounded corners. */
export function pathThrough(points: readonly Point[]): string {
  const [start, ...rest] = points;
  if (start === undefined) return '';
  const parts = [`M${at(start)}`];
  rest.forEach((point, i) => {
    const next = rest[i + 1];
    if (next === undefined) parts.push(`L${at(point)}`);
    else parts.push(`Q${at(point)} ${at({ x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 })}`);
  });
  return parts.join(' ');
}

/** The arrowhead at the end of a line. */
function headAt(points: readonly Point[]): string | null {
  const [before, end] = points.slice(-2);
  if (before === undefined || end === undefined) return null;
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  const [dx, dy] = [(end.x - before.x) / length, (end.y - before.y) / length];
  const [baseX, baseY] = [end.x - dx * HEAD_LENGTH, end.y - dy * HEAD_LENGTH];
  const left = { x: baseX - dy * HEAD_HALF_WIDTH, y: baseY + dx * HEAD_HALF_WIDTH };
  const right = { x: baseX + dy * HEAD_HALF_WIDTH, y: baseY - dx * HEAD_HALF_WIDTH };
  return [end, left, right].map(at).join(' ');
}

function middleOf(points: readonly Point[]): Point {
  const middle = points[Math.floor(points.length / 2)] ?? { x: 0, y: 0 };
  const before = points[Math.floor(points.length / 2) - 1] ?? middle;
  return points.length % 2 === 1 ? middle : { x: (middle.x + before.x) / 2, y: (middle.y + before.y) / 2 };
}

function at({ x, y }: Point): string {
  return `${round(x)},${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
