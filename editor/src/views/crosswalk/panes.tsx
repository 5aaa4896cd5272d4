import { useState } from 'react';
import { useWords } from '../../words/use-words.tsx';
import { AlignmentLines } from './alignment-lines.tsx';
import { membersOf, type Side } from './alignments.ts';
import { CrosswalkTree } from './crosswalk-tree.tsx';
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
  readonly onAlign: (first: string | null, second: string | null) => void;
};

/** The height of both outlines, in which the lines between them are drawn. */
const HEIGHT_PX = 416;

/** Both outlines, and the lines between them. */
export function Panes({ crosswalk, names, panes, isNarrowed, canAlign, onAlign }: PanesProps) {
  const { t } = useWords();
  const [scrolled, setScrolled] = useState<Readonly<Record<Side, number>>>({ first: 0, second: 0 });
  const chosen = { first: panes.first.chosen?.id ?? null, second: panes.second.chosen?.id ?? null };
  const { drag, begin } = useAlignmentDrag((from, id, target) =>
    from === 'first' ? onAlign(id, target) : onAlign(target, id),
  );
  const { states, aligned, alignments } = crosswalk;

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
          </span>
        </div>
        {isEmpty ? (
          <p className="crosswalk-scroller crosswalk-note quiet" style={{ blockSize: HEIGHT_PX }}>
            {t(isNarrowed && members.size > 0 ? 'crosswalk.all-aligned' : 'crosswalk.empty')}
          </p>
        ) : (
          <CrosswalkTree
            side={side}
            height={HEIGHT_PX}
            label={names.framework[side]}
            pane={panes[side]}
            nameOf={names.competency[side]}
            aligned={aligned[side]}
            target={drag !== null && drag.from !== side ? drag.target : null}
            canDrag={canAlign}
            onScroll={(top) => setScrolled((before) => ({ ...before, [side]: top }))}
            onDragStart={(id, event) => begin(side, id, event)}
            onAlign={() => onAlign(chosen.first, chosen.second)}
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
        height={HEIGHT_PX}
      />
      {paneOf('second')}
      {drag !== null && <DragLine drag={drag} />}
    </div>
  );
}

/** The line from where a drag began to the pointer. */
function DragLine({ drag }: { readonly drag: AlignmentDrag }) {
  return (
    <svg className="crosswalk-drag" aria-hidden="true">
      <line x1={drag.startX} y1={drag.startY} x2={drag.x} y2={drag.y} />
    </svg>
  );
}
