import { useMemo } from 'react';
import { useLocale } from 'react-aria-components';
import type { Row } from '../../outline/rows.ts';
import type { Tree } from '../../outline/tree.ts';
import { kindOf } from '../graph/kinds.ts';
import type { Alignment, Side } from './alignments.ts';
import { ROW_HEIGHT_PX } from './crosswalk-tree.tsx';
import { nearestAmong } from './filter-tree.ts';

type AlignmentLinesProps = {
  readonly alignments: readonly Alignment[];
  readonly rows: Readonly<Record<Side, readonly Row[]>>;
  readonly trees: Readonly<Record<Side, Tree>>;
  readonly scrolled: Readonly<Record<Side, number>>;
  readonly chosen: Readonly<Record<Side, string | null>>;
  readonly height: number;
};

const WIDTH = 120;

/** Lines between the visible rows. A line to a competency in a closed row ends at that row. The list below has the same alignments as text. */
export function AlignmentLines({ alignments, rows, trees, scrolled, chosen, height }: AlignmentLinesProps) {
  const { direction } = useLocale();
  const firstPlace = usePlaces(rows.first, trees.first);
  const secondPlace = usePlaces(rows.second, trees.second);
  const [start, end] = direction === 'rtl' ? [WIDTH, 0] : [0, WIDTH];
  const isInSight = (y: number): boolean => y > -ROW_HEIGHT_PX && y < height + ROW_HEIGHT_PX;
  return (
    <svg
      className="crosswalk-lines graph-line"
      viewBox={`0 0 ${WIDTH} ${height}`}
      preserveAspectRatio="none"
      style={{ blockSize: `${height}px` }}
      aria-hidden="true"
    >
      {alignments.map(({ key, first, second, kind }) => {
        const [left, right] = [firstPlace(first), secondPlace(second)];
        if (left === null || right === null) return null;
        const [y1, y2] = [left - scrolled.first, right - scrolled.second];
        if (!isInSight(y1) && !isInSight(y2)) return null;
        const { dash, isDouble } = kindOf(kind.type);
        const path = `M${start},${y1} C${WIDTH / 2},${y1} ${WIDTH / 2},${y2} ${end},${y2}`;
        const isChosen = chosen.first === first || chosen.second === second;
        return (
          <g key={key} className={isChosen ? 'graph-line-chosen' : ''}>
            <path
              d={path}
              className={isDouble ? 'graph-line-wide' : ''}
              {...(dash !== null && { strokeDasharray: dash })}
            />
            {isDouble && <path d={path} className="graph-line-gap" />}
          </g>
        );
      })}
    </svg>
  );
}

/** The distance of a competency's row, or of its nearest visible ancestor's, from the top of its outline; null: none has a row. */
function usePlaces(rows: readonly Row[], tree: Tree): (id: string) => number | null {
  return useMemo(() => {
    const places = new Map<string, number>();
    rows.forEach(({ id }, i) => {
      if (!places.has(id)) places.set(id, (i + 0.5) * ROW_HEIGHT_PX);
    });
    return (id) => places.get(nearestAmong(tree, id, places) ?? '') ?? null;
  }, [rows, tree]);
}
