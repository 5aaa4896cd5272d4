import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { type Cell, cellAfter, type MatrixRow } from '../../learners/matrix.ts';
import type { Standing } from '../../learners/profile.ts';
import { useWords } from '../../words/use-words.tsx';
import { type CellHandlers, MatrixLine } from './matrix-line.tsx';
import type { Learner } from './use-learners.ts';

const ROW_HEIGHT_PX = 40;

/** Number of rows in the page beyond the visible ones. */
const OVERSCAN = 8;

type Props = {
  readonly label: string;
  readonly rows: readonly MatrixRow[];
  readonly learners: readonly Learner[];
  readonly nameOf: (competency: string) => string;
  readonly standingOfCell: (competency: string, learner: string) => Standing | null;
  readonly focused: Cell;
  /** The chosen cells, by `cellKey`. */
  readonly chosen: ReadonlySet<string>;
  /** @param extend the cells from the one that was chosen last to this one are chosen */
  readonly onFocus: (cell: Cell, extend: boolean) => void;
  readonly onToggle: (cell: Cell) => void;
  readonly onClear: () => void;
  /** Called when the person presses Enter, or a cell twice. */
  readonly onOpen: () => void;
};

/** Competencies by learners as a grid (ARIA Authoring Practices: Grid). Only visible rows are in the page. */
export function MatrixGrid(props: Props) {
  const { label, rows, learners, nameOf, standingOfCell, focused, chosen } = props;
  const { onFocus, onToggle, onClear, onOpen } = props;
  const { t } = useWords();
  const scroller = useRef<HTMLDivElement>(null);
  const isFocusWanted = useRef(false);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
    scrollPaddingStart: ROW_HEIGHT_PX, // the header covers it
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), focused.row])].sort((a, b) => a - b),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: when another cell has the focus
  useEffect(() => {
    if (!isFocusWanted.current) return;
    isFocusWanted.current = false;
    virtualizer.scrollToIndex(focused.row, { align: 'auto' });
    const cell = scroller.current?.querySelector<HTMLElement>('[tabindex="0"]');
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [focused.row, focused.column]);

  function press(event: KeyboardEvent): void {
    const { key, shiftKey, ctrlKey, metaKey, altKey, currentTarget } = event;
    if (altKey) return;
    const isRightToLeft = getComputedStyle(currentTarget).direction === 'rtl';
    const logical = isRightToLeft ? (MIRRORED[key] ?? key) : key;
    const size = { rows: rows.length, columns: learners.length };
    const next = cellAfter(logical, ctrlKey || metaKey, focused, size);
    if (next !== null) {
      isFocusWanted.current = true;
      onFocus(next, shiftKey);
    } else if (key === 'Enter') onOpen();
    else if (key === ' ') onToggle(focused);
    else if (key === 'Escape') onClear();
    else return;
    event.preventDefault();
  }

  function take(cell: Cell, event: MouseEvent): void {
    const { shiftKey, ctrlKey, metaKey, button } = event;
    if (button !== 0) return;
    event.preventDefault(); // no text is selected
    isFocusWanted.current = true;
    onFocus(cell, shiftKey);
    if (ctrlKey || metaKey) onToggle(cell);
  }

  const latest = useRef({ focused, onFocus, take, onOpen });
  latest.current = { focused, onFocus, take, onOpen };
  const [handlers] = useState<CellHandlers>(() => ({
    focus(cell) {
      const { row, column } = latest.current.focused;
      if (row !== cell.row || column !== cell.column) latest.current.onFocus(cell, false);
    },
    press: (cell, event) => latest.current.take(cell, event),
    open: () => latest.current.onOpen(),
  }));

  const items = virtualizer.getVirtualItems();
  const endOf = (place: number): number => items[place]?.end ?? 0;
  return (
    <div ref={scroller} className="matrix-scroller">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells have keys, as the pattern of a grid says
        role="grid"
        aria-label={label}
        aria-multiselectable="true"
        aria-rowcount={rows.length + 1}
        className="matrix"
        onKeyDown={press}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className="matrix-corner">
              {t('learners.competency')}
            </th>
            {learners.map(({ id, name }) => (
              <th key={id} scope="col" className="matrix-learner" title={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map(({ index, start }, place) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <Fragment key={row.id}>
                <Gap height={start - endOf(place - 1)} />
                <MatrixLine
                  id={row.id}
                  index={index}
                  depth={row.depth}
                  name={nameOf(row.id)}
                  learners={learners}
                  standingOfCell={standingOfCell}
                  focusedColumn={index === focused.row ? focused.column : null}
                  chosen={chosen}
                  handlers={handlers}
                />
              </Fragment>
            );
          })}
          <Gap height={virtualizer.getTotalSize() - endOf(items.length - 1)} />
        </tbody>
      </table>
    </div>
  );
}

/** The place of rows that are not in the page. */
function Gap({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row never has the focus
  return <tr aria-hidden="true" style={{ blockSize: `${height}px` }} />;
}

/** Keys whose meaning changes where text runs from right to left. */
const MIRRORED: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };
