import { MiniMap, ReactFlow } from '@xyflow/react';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { useLocale } from 'react-aria-components';
import { useWords } from '../../words/use-words.tsx';
import { type BoxStates, BoxStatesContext, CompetencyBox, type CompetencyNode } from './competency-box.tsx';
import type { Box, Figure, Line } from './figure.ts';
import { type Direction, nextBox } from './next-node.ts';
import type { GraphNode } from './relation-graph.ts';
import { RelationLines } from './relation-lines.tsx';
import { MAX_SCALE, MIN_SCALE, type Zoom } from './use-zoom.ts';
import '@xyflow/react/dist/base.css';

type GraphPictureProps = {
  readonly figure: Figure;
  readonly zoom: Zoom;
  readonly chosen: string | null;
  readonly found: ReadonlySet<string>;
  readonly nameOf: (node: GraphNode) => string;
  /** Chooses a competency; one that is chosen already is opened. */
  readonly onActivate: (id: string) => void;
};

const NODE_TYPES = { competency: CompetencyBox };

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

const ZOOMS: Readonly<Record<string, number>> = { '+': 1.3, '=': 1.3, '-': 1 / 1.3 };

/** The graph on the screen. One of its boxes is in the tab order; arrow keys lead to the others. */
export function GraphPicture({ figure, zoom, chosen, found, nameOf, onActivate }: GraphPictureProps) {
  const { t } = useWords();
  const picture = useRef<HTMLDivElement>(null);
  const focused = useRef<Box | null>(null);
  const nodes = useMemo(() => figure.boxes.map(nodeOf), [figure]);
  const connected = useMemo(() => connections(figure.lines), [figure]);
  const entry = figure.boxes.find(({ node }) => node.id === chosen) ?? figure.boxes[0] ?? null;

  const states: BoxStates = {
    chosen,
    found,
    entry: entry?.node.id ?? null,
    nameOf,
    countOf: (id) => connected.get(id)?.size ?? 0,
    onActivate,
    onFocus: (box, isByKeyboard) => {
      focused.current = box;
      if (isByKeyboard) zoom.reveal(box.x, box.y);
    },
  };

  function move(direction: Direction): void {
    const from = focused.current ?? entry;
    if (from === null) return;
    const near = connected.get(from.node.id);
    const next = nextBox(figure.boxes, from, direction, (id) => near?.has(id) ?? false);
    if (next === null) return;
    const button = picture.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(next.node.id)}"]`);
    button?.focus({ preventScroll: true });
  }

  function press(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { key } = event;
    const direction = ARROWS[key];
    if (direction !== undefined) move(direction);
    else if (ZOOMS[key] !== undefined) zoom.by(ZOOMS[key]);
    else if (key === '0') zoom.fit();
    else return;
    event.preventDefault();
  }

  return (
    <BoxStatesContext value={states}>
      <ReactFlow
        ref={picture}
        className="graph-picture"
        aria-label={t('graph.picture')}
        nodes={nodes}
        nodeTypes={NODE_TYPES}
        minZoom={MIN_SCALE}
        maxZoom={MAX_SCALE}
        onMove={(event) => event !== null && zoom.moved()}
        onKeyDown={press}
        attributionPosition="bottom-left"
        {...NOTHING_IS_EDITED}
      >
        <RelationLines figure={figure} chosen={chosen} />
        {zoom.isPart && <Overview />}
      </ReactFlow>
    </BoxStatesContext>
  );
}

/** The whole graph in small, at the side where it begins. */
function Overview() {
  const { t } = useWords();
  const { direction } = useLocale();
  const position = direction === 'rtl' ? 'bottom-right' : 'bottom-left';
  return <MiniMap pannable position={position} style={OVERVIEW_SIZE} ariaLabel={t('graph.overview')} />;
}

const OVERVIEW_SIZE = { width: 120, height: 120 };

/** The picture shows, and does not change anything: keys are those of the picture, and its buttons take the focus instead of the nodes. */
const NOTHING_IS_EDITED = {
  nodesDraggable: false,
  nodesConnectable: false,
  nodesFocusable: false,
  elementsSelectable: false,
  disableKeyboardA11y: true,
  zoomOnDoubleClick: false,
  deleteKeyCode: null,
  selectionKeyCode: null,
  multiSelectionKeyCode: null,
  panActivationKeyCode: null,
  zoomActivationKeyCode: null,
} as const;

/** A box as a node that needs no measuring: its size is known, and no line is attached to it. */
function nodeOf(box: Box): CompetencyNode {
  const { node, x, y, width, height } = box;
  return {
    id: node.id,
    type: 'competency',
    position: { x: x - width / 2, y: y - height / 2 },
    width,
    height,
    measured: { width, height },
    handles: [],
    data: { box },
  };
}

function connections(lines: readonly Line[]): ReadonlyMap<string, ReadonlySet<string>> {
  const sets = new Map<string, Set<string>>();
  const connect = (from: string, to: string): void => {
    const known = sets.get(from);
    if (known === undefined) sets.set(from, new Set([to]));
    else known.add(to);
  };
  for (const { source, target } of lines) {
    connect(source, target);
    connect(target, source);
  }
  return sets;
}
