import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, type PointerEvent, useEffect, useRef } from 'react';
import { parentIndex, type Row } from '../../outline/rows.ts';
import { Icon } from '../../ui/icon.tsx';
import { useWords } from '../../words/use-words.tsx';
import type { Side } from './alignments.ts';
import type { Coverage } from './coverage.ts';
import type { Pane } from './use-pane.ts';

/** The height of a row: the same for all, so that lines are drawn without measuring. */
export const ROW_HEIGHT_PX = 36;

const INDENT_REM = 1.25;
const OVERSCAN = 8;

type CrosswalkTreeProps = {
  readonly side: Side;
  readonly label: string;
  readonly pane: Pane;
  readonly nameOf: (id: string) => string;
  readonly aligned: ReadonlySet<string>;
  /** Competencies to which nothing corresponds. */
  readonly unmatched: ReadonlySet<string>;
  /** How much of each branch is done, by the competency at its top. */
  readonly coverage: ReadonlyMap<string, Coverage>;
  /** The competency under the pointer of a drag. */
  readonly target: string | null;
  readonly canDrag: boolean;
  /** Height in pixels. */
  readonly height: number;
  readonly onScroll: (top: number) => void;
  /** Called when the person chooses a row. */
  readonly onChoose: () => void;
  readonly onDragStart: (id: string, event: PointerEvent<HTMLElement>) => void;
  /** Called when the person presses Enter. */
  readonly onAlign: () => void;
  /** Called when the person presses a digit. */
  readonly onDigit: (digit: number) => void;
};

/** The row that a key leads to. */
const MOVES: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_at, last) => last,
};

/** An outline with one chosen row (ARIA Authoring Practices: Tree View). The choice follows the focus. */
export function CrosswalkTree(props: CrosswalkTreeProps) {
  const { side, label, pane, nameOf, aligned, unmatched, coverage, target, canDrag, height } = props;
  const { onScroll, onChoose, onDragStart, onAlign, onDigit } = props;
  const { t } = useWords();
  const { rows, chosen, marked, isFocusWanted } = pane;
  const scroller = useRef<HTMLDivElement>(null);
  const chosenIndex = chosen === null ? -1 : rows.indexOf(chosen);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: OVERSCAN,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: when another row is chosen, or it has moved
  useEffect(() => {
    if (chosenIndex === -1) return;
    virtualizer.scrollToIndex(chosenIndex, { align: 'auto' });
    if (!isFocusWanted.current) return;
    isFocusWanted.current = false;
    if (focusChosen(scroller.current)) return;
    requestAnimationFrame(() => {
      // The row is visible by now. The row that had the focus may be gone, and the person may have left the tree.
      const focused = document.activeElement;
      if (focused === document.body || scroller.current?.contains(focused)) focusChosen(scroller.current);
    });
  }, [chosenIndex]);

  function go(index: number): void {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (row === undefined) return;
    isFocusWanted.current = true;
    onChoose();
    pane.choose(row.key);
  }

  function press(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = Math.max(0, chosenIndex);
    const row = rows[at];
    if (row === undefined) return;
    if (!move(event, row, at) && !act(event.key, row)) return;
    event.preventDefault();
  }

  /** @returns whether the key leads to another row, or opens or closes one */
  function move({ key, currentTarget }: KeyboardEvent, row: Row, at: number): boolean {
    const isRightToLeft = getComputedStyle(currentTarget).direction === 'rtl';
    const goal = MOVES[key]?.(at, rows.length - 1);
    if (goal !== undefined) go(goal);
    else if (key === (isRightToLeft ? 'ArrowLeft' : 'ArrowRight')) open(row, at);
    else if (key === (isRightToLeft ? 'ArrowRight' : 'ArrowLeft')) close(row, at);
    else return false;
    return true;
  }

  /** @returns whether the key does something with the row */
  function act(key: string, row: Row): boolean {
    if (key === 'Enter') onAlign();
    else if (key === ' ') pane.mark(row.id);
    else if (/^[0-9]$/.test(key)) onDigit(Number(key));
    else return false;
    return true;
  }

  function open(row: Row, at: number): void {
    if (row.expanded) go(at + 1);
    else if (row.hasChildren) pane.setExpanded(row.key, true);
  }

  function close(row: Row, at: number): void {
    const above = parentIndex(rows, at);
    if (row.expanded) pane.setExpanded(row.key, false);
    else if (above !== -1) go(above);
  }

  return (
    <div
      ref={scroller}
      className="crosswalk-scroller"
      style={{ blockSize: `${height}px` }}
      onScroll={(event) => onScroll(event.currentTarget.scrollTop)}
    >
      <div
        role="tree"
        aria-label={label}
        className="crosswalk-tree"
        style={{ blockSize: `${virtualizer.getTotalSize()}px` }}
        onKeyDown={press}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const name = nameOf(row.id);
          const isAligned = aligned.has(row.id);
          const isUnmatched = unmatched.has(row.id);
          const branch = row.hasChildren ? (coverage.get(row.id) ?? null) : null;
          const isChosen = index === chosenIndex;
          return (
            <div
              key={row.key}
              className="crosswalk-row"
              style={{
                transform: `translateY(${start}px)`,
                blockSize: `${ROW_HEIGHT_PX}px`,
                paddingInlineStart: `${(row.depth - 1) * INDENT_REM}rem`,
              }}
              role="treeitem"
              aria-level={row.depth}
              aria-posinset={row.position}
              aria-setsize={row.setSize}
              aria-selected={isChosen}
              {...(marked.size > 0 && { 'aria-checked': marked.has(row.id) })}
              aria-label={labelOf(t, name, isAligned, isUnmatched, branch)}
              {...(row.hasChildren && { 'aria-expanded': row.expanded })}
              tabIndex={isChosen || (chosenIndex === -1 && index === 0) ? 0 : -1}
              data-side={side}
              data-competency={row.id}
              data-target={target === row.id || undefined}
              data-marked={marked.has(row.id) || undefined}
              onFocus={() => {
                if (!isChosen) onChoose();
                pane.choose(row.key);
              }}
              onPointerDown={(event) => {
                if (event.ctrlKey || event.metaKey) pane.mark(row.id);
                else if (canDrag && event.pointerType === 'mouse') onDragStart(row.id, event);
              }}
            >
              <RowContent
                row={row}
                name={name}
                isAligned={isAligned}
                isUnmatched={isUnmatched}
                done={branch?.done ?? null}
                count={branch?.count ?? null}
                canDrag={canDrag}
                onToggle={() => pane.setExpanded(row.key, !row.expanded)}
                onDragStart={onDragStart}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** @returns whether the chosen row is among those that are rendered */
function focusChosen(tree: HTMLElement | null): boolean {
  const row = tree?.querySelector<HTMLElement>('[aria-selected="true"]') ?? null;
  row?.focus({ preventScroll: true });
  return row !== null;
}

/** What a screen reader says of a row. */
function labelOf(
  t: ReturnType<typeof useWords>['t'],
  name: string,
  isAligned: boolean,
  isUnmatched: boolean,
  branch: Coverage | null,
): string {
  let label = name;
  if (isAligned) label = t('crosswalk.row-aligned', { name });
  else if (isUnmatched) label = t('crosswalk.row-unmatched', { name });
  return branch === null ? label : t('crosswalk.row-branch', { name: label, ...branch });
}

type RowContentProps = {
  readonly row: Row;
  readonly name: string;
  readonly isAligned: boolean;
  readonly isUnmatched: boolean;
  /** How much of the branch is done, and how many competencies it has; null for a row without children. */
  readonly done: number | null;
  readonly count: number | null;
  readonly canDrag: boolean;
  readonly onToggle: () => void;
  readonly onDragStart: (id: string, event: PointerEvent<HTMLElement>) => void;
};

const RowContent = memo(function RowContent(props: RowContentProps) {
  const { row, name, isAligned, isUnmatched, done, count, canDrag, onToggle, onDragStart } = props;
  const { t } = useWords();
  return (
    <>
      <button
        type="button"
        className="outline-toggle"
        tabIndex={-1}
        aria-hidden="true"
        disabled={!row.hasChildren}
        data-expanded={row.expanded || undefined}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={onToggle}
      >
        {row.hasChildren ? <Icon name="chevron" /> : <span className="outline-bullet" />}
      </button>
      <span className="crosswalk-name" title={name}>
        {name}
      </span>
      {count !== null && <span className="crosswalk-branch quiet small" data-branch={`${done}/${count}`} />}
      {isAligned && <Icon name="check" />}
      {isUnmatched && (
        <span className="crosswalk-unmatched quiet" title={t('crosswalk.unmatched')} aria-hidden="true">
          ∅
        </span>
      )}
      {canDrag && (
        <span
          className="crosswalk-port"
          title={t('crosswalk.drag')}
          aria-hidden="true"
          onPointerDown={(event) => {
            event.stopPropagation();
            onDragStart(row.id, event);
          }}
        />
      )}
    </>
  );
});
