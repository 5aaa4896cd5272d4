import { ViewportPortal } from '@xyflow/react';
import { memo } from 'react';
import type { Figure, Line } from './figure.ts';
import { LABEL_HEIGHT } from './layout-types.ts';

type RelationLinesProps = { readonly figure: Figure; readonly chosen: string | null };

/** The relations of the graph, behind its boxes, and their labels. The table beside the graph has the same as sentences. */
export function RelationLines({ figure, chosen }: RelationLinesProps) {
  const { width, height, lines } = figure;
  return (
    <ViewportPortal>
      <svg className="graph-lines" width={width} height={height} aria-hidden="true">
        {lines.map((line) => (
          <LinePart key={line.id} line={line} isChosen={chosen === line.source || chosen === line.target} />
        ))}
        {lines.map(({ id, label }) => label !== null && <LineLabel key={id} label={label} />)}
      </svg>
    </ViewportPortal>
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

const LineLabel = memo(function LineLabel({ label }: { readonly label: NonNullable<Line['label']> }) {
  const { text, x, y, width } = label;
  return (
    <g className="graph-line-label">
      <rect x={x - width / 2} y={y - LABEL_HEIGHT / 2} width={width} height={LABEL_HEIGHT} />
      <text x={x} y={y} dy="0.35em">
        {text}
      </text>
    </g>
  );
});
