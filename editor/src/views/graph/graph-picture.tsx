import { type KeyboardEvent, memo, type RefObject, useMemo, useRef } from 'react';
import { useWords } from '../../words/use-words.tsx';
import { type Box, type Figure, LINE_HEIGHT, type Line } from './figure.ts';
import { type Direction, nextBox } from './next-node.ts';
import type { GraphNode } from './relation-graph.ts';
import type { Zoom } from './use-zoom.ts';

type GraphPictureProps = {
  readonly figure: Figure;
  readonly picture: RefObject<SVGSVGElement | null>;
  readonly group: RefObject<SVGGElement | null>;
  readonly zoom: Zoom;
  readonly chosen: string | null;
  readonly found: ReadonlySet<string>;
  readonly nameOf: (node: GraphNode) => string;
  /** Chooses a competency; one that is chosen already is opened. */
  readonly onActivate: (id: string) => void;
};

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

const ZOOMS: Readonly<Record<string, number>> = { '+': 1.3, '=': 1.3, '-': 1 / 1.3 };

/** The graph on the screen. One of its boxes is in the tab order; arrow keys lead to the others. */
export function GraphPicture(props: GraphPictureProps) {
  const { figure, picture, group, zoom, chosen, found, nameOf, onActivate } = props;
  const { t } = useWords();
  const boxes = useMemo(() => new Map(figure.boxes.map((box) => [box.node.id, box])), [figure]);
  const connected = useMemo(() => connections(figure.lines), [figure]);
  const focused = useRef<string | null>(null);
  const entry = chosen !== null && boxes.has(chosen) ? chosen : (figure.boxes[0]?.node.id ?? null);

  function focus({ node, x, y }: Box): void {
    zoom.reveal(x, y);
    group.current?.querySelector<SVGGElement>(`[data-node="${CSS.escape(node.id)}"]`)?.focus({ preventScroll: true });
  }

  function move(direction: Direction): void {
    const from = boxes.get(focused.current ?? entry ?? '');
    if (from === undefined) return;
    const near = connected.get(from.node.id);
    const next = nextBox(figure.boxes, from, direction, (id) => near?.has(id) ?? false);
    if (next !== null) focus(next);
  }

  function press(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { key } = event;
    const id = focused.current ?? entry;
    const direction = ARROWS[key];
    if (direction !== undefined) move(direction);
    else if ((key === 'Enter' || key === ' ') && id !== null) onActivate(id);
    else if (ZOOMS[key] !== undefined) zoom.by(ZOOMS[key]);
    else if (key === '0') zoom.fit();
    else return;
    event.preventDefault();
  }

  return (
    <svg ref={picture} className="graph-picture" role="application" aria-label={t('graph.picture')} onKeyDown={press}>
      <g ref={group}>
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it is focusable */}
        <g aria-hidden="true">
          {figure.lines.map((line) => (
            <LinePart key={line.id} line={line} isChosen={chosen === line.source || chosen === line.target} />
          ))}
        </g>
        {figure.boxes.map((box) => {
          const { id } = box.node;
          return (
            <BoxPart
              key={id}
              box={box}
              label={t('graph.node', { name: nameOf(box.node), count: connected.get(id)?.size ?? 0 })}
              isEntry={id === entry}
              isChosen={id === chosen}
              isFound={found.has(id)}
              onActivate={onActivate}
              focused={focused}
            />
          );
        })}
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it is focusable */}
        <g aria-hidden="true">
          {figure.lines.map(({ id, label }) => label !== null && <LineLabel key={id} label={label} />)}
        </g>
      </g>
    </svg>
  );
}

const LinePart = memo(function LinePart({ line, isChosen }: { readonly line: Line; readonly isChosen: boolean }) {
  const { path, head, style } = line;
  const dash = style.dash === null ? {} : { strokeDasharray: style.dash };
  return (
    <g className={isChosen ? 'graph-line graph-line-chosen' : 'graph-line'}>
      <path d={path} {...dash} className={style.isDouble ? 'graph-line-wide' : ''} />
      {style.isDouble && <path d={path} className="graph-line-gap" />}
      {head !== null && <polygon points={head} className={`graph-head-${style.head}`} />}
    </g>
  );
});

function LineLabel({ label: { text, x, y } }: { readonly label: NonNullable<Line['label']> }) {
  return (
    <text x={x} y={y} dy="0.35em" className="graph-line-label">
      {text}
    </text>
  );
}

type BoxPartProps = {
  readonly box: Box;
  readonly label: string;
  readonly isEntry: boolean;
  readonly isChosen: boolean;
  readonly isFound: boolean;
  readonly onActivate: (id: string) => void;
  readonly focused: RefObject<string | null>;
};

const BoxPart = memo(function BoxPart({ box, label, isEntry, isChosen, isFound, onActivate, focused }: BoxPartProps) {
  const { node, x, y, width, height, label: text } = box;
  const states = [isChosen && 'graph-box-chosen', isFound && 'graph-box-found', node.isOutside && 'graph-box-outside'];
  const first = -((text.lines.length - 1) * LINE_HEIGHT) / 2;
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no buttons
    <g
      className={['graph-box', ...states.filter((state) => state !== false)].join(' ')}
      transform={`translate(${x},${y})`}
      role="button"
      tabIndex={isEntry ? 0 : -1}
      aria-label={label}
      aria-pressed={isChosen}
      data-node={node.id}
      onClick={() => onActivate(node.id)}
      onFocus={() => {
        focused.current = node.id;
      }}
    >
      {text.isCut && <title>{label}</title>}
      <rect x={-width / 2} y={-height / 2} width={width} height={height} rx={6} />
      <text>
        {text.lines.map((line, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
          <tspan key={i} x={0} y={first + i * LINE_HEIGHT} dy="0.35em">
            {line}
          </tspan>
        ))}
      </text>
    </g>
  );
});

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
