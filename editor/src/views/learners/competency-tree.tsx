import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { parentIndex, type Row } from '../../outline/rows.ts';
import { Icon } from '../../ui/icon.tsx';

const ROW_HEIGHT_PX = 40;
const INDENT_REM = 1.25;

/** Number of rows in the page beyond the visible ones. */
const OVERSCAN = 10;

/** The row that a key leads to. */
const MOVES: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_at, last) => last,
};

type Props = {
  readonly label: string;
  readonly rows: readonly Row[];
  /** Index of the chosen row. */
  readonly chosen: number;
  readonly nameOf: (row: Row) => string;
  readonly onChoose: (row: Row) => void;
  readonly onToggle: (row: Row) => void;
  /** Called when the person presses Enter, or the row twice. */
  readonly onOpen: (row: Row) => void;
  /** Contents of a row after its name. */
  readonly children: (row: Row) => ReactNode;
};

/** Competencies as a tree with one chosen row, which the focus chooses (ARIA Authoring Practices: Tree View); only visible rows are in the page. */
export function CompetencyTree({ label, rows, chosen, nameOf, onChoose, onToggle, onOpen, children }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const isFocusWanted = useRef(false);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: OVERSCAN,
    // The chosen row stays in the page while it is scrolled out of sight, so that it keeps the focus.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), chosen])].sort((a, b) => a - b),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: when another row is chosen
  useEffect(() => {
    if (!isFocusWanted.current) return;
    isFocusWanted.current = false;
    virtualizer.scrollToIndex(chosen, { align: 'auto' });
    scroller.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  }, [chosen]);

  function go(index: number): void {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (row === undefined) return;
    isFocusWanted.current = true;
    onChoose(row);
  }

  function press(event: KeyboardEvent): void {
    const row = rows[chosen];
    if (event.altKey || event.ctrlKey || event.metaKey || row === undefined) return;
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
    const goal = MOVES[event.key]?.(chosen, rows.length - 1);
    if (goal !== undefined) go(goal);
    else if (event.key === (isRightToLeft ? 'ArrowLeft' : 'ArrowRight')) open(row);
    else if (event.key === (isRightToLeft ? 'ArrowRight' : 'ArrowLeft')) close(row);
    else if (event.key === 'Enter') onOpen(row);
    else return;
    event.preventDefault();
  }

  function open(row: Row): void {
    if (row.expanded) go(chosen + 1);
    else if (row.hasChildren) onToggle(row);
  }

  function close(row: Row): void {
    const above = parentIndex(rows, chosen);
    if (row.expanded) onToggle(row);
    else if (above !== -1) go(above);
  }

  return (
    <div ref={scroller} className="competency-scroller">
      <div
        role="tree"
        aria-label={label}
        className="competency-tree"
        style={{ blockSize: `${virtualizer.getTotalSize()}px` }}
        onKeyDown={press}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const name = nameOf(row);
          return (
            <div
              key={row.key}
              className="competency-row"
              style={{
                transform: `translateY(${start}px)`,
                blockSize: `${ROW_HEIGHT_PX}px`,
                paddingInlineStart: `${Math.min(row.depth - 1, 8) * INDENT_REM}rem`,
              }}
              role="treeitem"
              aria-level={row.depth}
              aria-posinset={row.position}
              aria-setsize={row.setSize}
              aria-selected={index === chosen}
              {...(row.hasChildren && { 'aria-expanded': row.expanded })}
              tabIndex={index === chosen ? 0 : -1}
              onFocus={() => onChoose(row)}
              onDoubleClick={() => onOpen(row)}
            >
              <button
                type="button"
                className="competency-toggle"
                tabIndex={-1}
                aria-hidden="true"
                disabled={!row.hasChildren}
                data-expanded={row.expanded || undefined}
                onMouseDown={(event) => event.preventDefault()} // the focus stays on the row
                onClick={() => onToggle(row)}
              >
                {row.hasChildren && <Icon name="chevron" />}
              </button>
              <span className="competency-name" title={name}>
                {name}
              </span>
              {children(row)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
