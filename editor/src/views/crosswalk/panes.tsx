import { useEffect, useMemo, useState } from 'react';
import { SearchField } from '../../ui/fields.tsx';
import type { WordKey } from '../../words/translation.ts';
import { useWords } from '../../words/use-words.tsx';
import { AlignmentLines } from './alignment-lines.tsx';
import { membersOf, type Side } from './alignments.ts';
import { coverageOf } from './coverage.ts';
import { CrosswalkTree, ROW_HEIGHT_PX } from './crosswalk-tree.tsx';
import { type AlignmentDrag, useAlignmentDrag } from './use-alignment-drag.ts';
import type { OpenCrosswalk } from './use-crosswalk.ts';
import type { Names } from './use-names.ts';
import type { Pane } from './use-pane.ts';

type PanesProps = {
  readonly crosswalk: OpenCrosswalk;
  readonly names: Names;
  readonly panes: Readonly<Record<Side, Pane>>;
  /** Show only competencies that are not aligned yet. */
  readonly isNarrowed: boolean;
  readonly canAlign: boolean;
  /** Aligns what is marked or chosen on both sides. */
  readonly onAlign: () => void;
  readonly onDrop: (first: string, second: string) => void;
  readonly onDigit: (side: Side, digit: number) => void;
  /** Called when the person chooses a row. */
  readonly onChoose: (side: Side) => void;
};

/** The least height of both outlines, in which the lines between them are drawn. */
const LEAST_HEIGHT_PX = 324;

/** What is above and below the outlines, in a window of the least size. */
const OTHERS_PX = 480;

/** Both outlines, and the lines between them. */
export function Panes(props: PanesProps) {
  const { crosswalk, names, panes, isNarrowed, canAlign, onAlign, onDrop, onDigit, onChoose } = props;
  const { t } = useWords();
  const [scrolled, setScrolled] = useState<Readonly<Record<Side, number>>>({ first: 0, second: 0 });
  const chosen = { first: panes.first.chosen?.id ?? null, second: panes.second.chosen?.id ?? null };
  const { drag, begin } = useAlignmentDrag((from, id, target) =>
    from === 'first' ? onDrop(id, target) : onDrop(target, id),
  );
  const { states, aligned, unmatched, done, alignments } = crosswalk;
  const height = useHeight();
  const coverage = useMemo(() => {
    const of = (side: Side) => coverageOf(states[side].tree, (id) => done[side].has(id));
    return { first: of('first'), second: of('second') };
  }, [states, done]);

  function paneOf(side: Side) {
    const members = membersOf(states[side]);
    const count = [...members].filter((id) => aligned[side].has(id)).length;
    const isEmpty = panes[side].rows.length === 0;
    return (
      <section className="crosswalk-pane" aria-labelledby={`crosswalk-${side}`}>
        <div className="row row-between">
          <h2 id={`crosswalk-${side}`}>{names.framework[side]}</h2>
          <span className="quiet small" role="status">
            {t('crosswalk.count', { aligned: count, count: members.size })}
            {unmatched[side].size > 0 && ` ${t('crosswalk.count-unmatched', { count: unmatched[side].size })}`}
          </span>
        </div>
        <SearchField
          label={t('crosswalk.search', { framework: names.framework[side] })}
          value={panes[side].search}
          onChange={panes[side].setSearch}
        />
        {isEmpty ? (
          <p className="crosswalk-scroller crosswalk-note quiet" style={{ blockSize: height }}>
            {t(emptyWords(panes[side].search, isNarrowed && members.size > 0))}
          </p>
        ) : (
          <CrosswalkTree
            side={side}
            height={height}
            label={names.framework[side]}
            pane={panes[side]}
            onChoose={() => onChoose(side)}
            nameOf={names.competency[side]}
            aligned={aligned[side]}
            unmatched={unmatched[side]}
            coverage={coverage[side]}
            target={drag !== null && drag.from !== side ? drag.target : null}
            canDrag={canAlign}
            onScroll={(top) => setScrolled((before) => ({ ...before, [side]: top }))}
            onDragStart={(id, event) => begin(side, id, event)}
            onAlign={onAlign}
            onDigit={(digit) => onDigit(side, digit)}
          />
        )}
      </section>
    );
  }

  return (
    <div className={drag === null ? 'crosswalk-panes' : 'crosswalk-panes crosswalk-dragging'}>
      {paneOf('first')}
      <AlignmentLines
        alignments={alignments}
        scrolled={scrolled}
        chosen={chosen}
        rows={{ first: panes.first.rows, second: panes.second.rows }}
        trees={{ first: states.first.tree, second: states.second.tree }}
        height={height}
      />
      {paneOf('second')}
      {drag !== null && <DragLine drag={drag} />}
    </div>
  );
}

/** Why an outline has no rows. */
function emptyWords(search: string, isDone: boolean): WordKey {
  if (search.trim() !== '') return 'crosswalk.not-found';
  return isDone ? 'crosswalk.all-aligned' : 'crosswalk.empty';
}

/** The height of the outlines in pixels: they fill what the window has room for. */
function useHeight(): number {
  const [height, setHeight] = useState(heightIn);
  useEffect(() => {
    const measure = () => setHeight(heightIn());
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
  return height;
}

function heightIn(): number {
  const rows = Math.floor((window.innerHeight - OTHERS_PX) / ROW_HEIGHT_PX);
  return Math.max(LEAST_HEIGHT_PX, rows * ROW_HEIGHT_PX);
}

/** The line from where a drag began to the pointer. */
function DragLine({ drag }: { readonly drag: AlignmentDrag }) {
  return (
    <svg className="crosswalk-drag" aria-hidden="true">
      <line x1={drag.startX} y1={drag.startY} x2={drag.x} y2={drag.y} />
    </svg>
  );
}
