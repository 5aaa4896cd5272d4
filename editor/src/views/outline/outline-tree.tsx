import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { member } from '../../../../shared/repository/linked-data/json.ts';
import { items } from '../../../../shared/repository/linked-data/references.ts';
import type { NewItem, Place } from '../../outline/command.ts';
import { NOTATION } from '../../outline/numbering.ts';
import type { Row } from '../../outline/rows.ts';
import { frameworkOf } from '../../outline/state.ts';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { useAlignedComments, useOpenCounts } from '../comments/use-comments.ts';
import { ChosenBar } from './chosen-bar.tsx';
import { INDENT_REM, OutlineRow, type RowHandlers } from './outline-row.tsx';
import type { PlaceRequest } from './place-dialog.tsx';
import { RowMenu, useRowMenu } from './row-menu.tsx';
import { useClipboard } from './use-clipboard.ts';
import { useSnapshot } from './use-document.ts';
import { useDrag } from './use-drag.ts';
import type { Outline } from './use-outline.ts';
import type { RowActions } from './use-row-actions.ts';
import { useRowKeys } from './use-row-keys.ts';

const ROW_HEIGHT_PX = 40;

/** From the edge of a row at the top to its name: handle and toggle. */
const LINE_INSET_REM = 3.25;

/** Number of rows in the page beyond the visible ones. */
const OVERSCAN = 10;

const FOCUSED_ROW = '[role="treeitem"][tabindex="0"]';

type TreeProps = {
  readonly outline: Outline;
  readonly actions: RowActions;
  readonly canChange: boolean;
  /** Ids that the search field marks. */
  readonly matches: ReadonlySet<string>;
  /** Shows a large paste before it is added. */
  readonly onLargePaste: (items: readonly NewItem[], place: Place) => void;
  /** Asks for another parent of competencies. */
  readonly onPlace: (request: PlaceRequest) => void;
};

/** The rows of an outline, of which only the visible ones are in the page (ARIA Authoring Practices: Tree View). */
export function OutlineTree({ outline, actions, canChange, matches, onLargePaste, onPlace }: TreeProps) {
  const { t, language } = useWords();
  const { rows, focused, selected, editing, state, document } = outline;
  const snapshot = useSnapshot(document);
  const { changedByOthers } = snapshot;
  const isOwner = canChange && items(member(frameworkOf(snapshot.state), '@owner')).length > 0;
  const comments = useOpenCounts(snapshot.state);
  useAlignedComments(snapshot.state);
  const scroller = useRef<HTMLDivElement>(null);
  const focusedIndex = focused === null ? -1 : rows.indexOf(focused);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: OVERSCAN,
    // The row that has the focus stays in the page while it is scrolled out of sight.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.max(0, focusedIndex)])].sort((a, b) => a - b),
  });
  const { keepFocus, leaveFocus } = useFocusedRow(
    scroller,
    outline,
    (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    virtualizer.getVirtualItems().length > 0,
  );
  const { onRowKey, onEditKey } = useRowKeys(outline, actions, canChange);
  const { copy, copyNow, paste } = useClipboard(outline, actions, onLargePaste);
  const menu = useRowMenu(outline, actions, { keepFocus, onPlace, copy: copyNow });
  const drag = useDrag(outline, scroller, actions.move);
  const handlers = useStableHandlers({
    toggle: (row) => outline.setExpanded(row.key, !row.expanded),
    endEdit: () => outline.edit(null),
    rename: actions.rename,
    vanished() {
      if (outline.editing !== null) return;
      outline.edit(null);
      leaveFocus();
    },
    editKey: onEditKey,
    beginDrag: drag.begin,
  });

  function rowOf(row: Row, index: number, start: number): ReactNode {
    const object = state.objects.get(row.id);
    if (object === undefined) return null;
    const isFocused = index === focusedIndex;
    const isSelected = selected.has(row.key) || (isFocused && selected.size === 0);
    const parents = state.tree.parents.get(row.id)?.length ?? 0;
    const name = textIn(object, 'name', language) || t('outline.unnamed');
    const notation = member(object, NOTATION);
    const open = comments.get(row.id) ?? 0;
    const remarks = open === 0 ? null : t('comments.count', { count: open });
    return (
      <div
        key={row.key}
        ref={virtualizer.measureElement}
        data-index={index}
        className="outline-place"
        style={{ transform: `translateY(${start}px)` }}
        role="treeitem"
        aria-level={row.depth}
        aria-posinset={row.position}
        aria-setsize={row.setSize}
        aria-selected={isSelected}
        aria-label={[notation, name, remarks].filter((text) => typeof text === 'string').join(' ')}
        {...(row.hasChildren && { 'aria-expanded': row.expanded })}
        tabIndex={isFocused ? 0 : -1}
        onFocus={({ target, currentTarget }) => {
          if (target.hasAttribute('aria-haspopup'))
            currentTarget.focus(); // the keys are those of the row, after its menu too
          else if (target === currentTarget && !isFocused) outline.focus(row.key); // a screen reader goes to any row
        }}
        onMouseDown={(event) => {
          if (isControl(event.target)) return;
          if (event.button !== 0) return event.preventDefault(); // the selection is what its menu is for
          keepFocus();
          outline.focus(row.key, event.shiftKey ? 'extend' : event.ctrlKey || event.metaKey ? 'toggle' : 'move');
        }}
        onContextMenu={(event) => {
          if (editing?.key === row.key) return; // a field has the browser's menu
          event.preventDefault();
          const isChosen = selected.has(row.key);
          const place = isChosen ? scroller.current?.querySelector<HTMLElement>(FOCUSED_ROW) : event.currentTarget;
          place?.focus({ preventScroll: true }); // where the menu returns the focus
          menu.openAt(row, { x: event.clientX, y: event.clientY });
        }}
        onDoubleClick={() => canChange && outline.edit({ key: row.key })}
      >
        <OutlineRow
          row={row}
          object={object}
          parents={parents}
          isFocused={isFocused}
          isSelected={isSelected}
          canChange={canChange}
          handlers={handlers}
          isMatch={matches.has(row.id)}
          comments={open}
          changed={changedByOthers.get(row.id) ?? null}
          isOwner={isOwner}
          isEditing={editing?.key === row.key}
          isDragged={drag.items.has(row.id)}
          isDropParent={drag.line?.parent === row.id}
          menu={isFocused && <RowMenu outline={outline} canChange={canChange} onAction={menu.perform} />}
        />
      </div>
    );
  }

  const tree = (
    <div ref={scroller} className="outline-scroller">
      <div
        role="tree"
        aria-label={t('outline.tree')}
        aria-multiselectable="true"
        className="outline-tree"
        style={{ blockSize: `${virtualizer.getTotalSize()}px` }}
        onKeyDown={onRowKey}
        onCopy={(event) => editing === null && copy(event.nativeEvent, false)}
        onCut={(event) => editing === null && copy(event.nativeEvent, canChange)}
        onPaste={(event) => editing === null && canChange && paste(event)}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return row === undefined ? null : rowOf(row, index, start);
        })}
        {drag.line !== null && (
          <div
            className="outline-drop"
            style={{
              transform: `translateY(${drag.line.top}px)`,
              marginInlineStart: `${(drag.line.depth - 1) * INDENT_REM + LINE_INSET_REM}rem`,
            }}
          />
        )}
      </div>
      {drag.pointer !== null && (
        <div className="outline-dragged" style={{ left: drag.pointer.x, top: drag.pointer.y }} aria-hidden="true">
          {draggedText()}
        </div>
      )}
    </div>
  );
  return (
    <div className="outline-main">
      {tree}
      {canChange && <ChosenBar outline={outline} onAction={menu.perform} />}
      {menu.point !== null && (
        <RowMenu
          outline={outline}
          canChange={canChange}
          onAction={menu.perform}
          at={{ point: menu.point, onClose: menu.close }}
        />
      )}
    </div>
  );

  function draggedText(): string {
    const [first = ''] = drag.items;
    if (drag.items.size > 1) return t('outline.count', { count: drag.items.size });
    return textIn(state.objects.get(first) ?? {}, 'name', language) || t('outline.unnamed');
  }
}

/** Whether the press hit another control in the row. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, input, .outline-handle') !== null;
}

/**
 * Moves the page's focus to the focused row when that changes, as long as the outline has the focus.
 *
 * @param areShown whether there are rows in the page
 * @returns `keepFocus` takes the focus to the outline with the next change; `leaveFocus` does not
 */
function useFocusedRow(
  scroller: React.RefObject<HTMLElement | null>,
  { focused, isFocusTaken, rows, editing }: Outline,
  scrollTo: (index: number) => void,
  areShown: boolean,
): { readonly keepFocus: () => void; readonly leaveFocus: () => void } {
  const hasFocus = useRef(isFocusTaken); // of an outline that has just got its first row
  const key = focused?.key ?? null;
  const isEditing = editing !== null;

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const onFocusIn = (): void => {
      hasFocus.current = true;
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget instanceof Node && !element.contains(relatedTarget)) hasFocus.current = false;
    };
    element.addEventListener('focusin', onFocusIn);
    element.addEventListener('focusout', onFocusOut);
    return () => {
      element.removeEventListener('focusin', onFocusIn);
      element.removeEventListener('focusout', onFocusOut);
    };
  }, [scroller]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another row is chosen, also from outside of the tree
  useEffect(() => {
    if (key !== null && areShown) scrollTo(rows.findIndex((row) => row.key === key));
  }, [key, areShown]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the focused row or its place changes, and when an edit ends
  useEffect(() => {
    if (key === null || !areShown || !hasFocus.current) return;
    scrollTo(rows.findIndex((row) => row.key === key));
    if (!isEditing) {
      scroller.current?.querySelector<HTMLElement>(FOCUSED_ROW)?.focus({ preventScroll: true });
    }
  }, [key, rows, isEditing, areShown]);

  return {
    keepFocus() {
      hasFocus.current = true;
    },
    leaveFocus() {
      hasFocus.current = false;
    },
  };
}

/** Functions that stay the same for all renderings, so that rows that have not changed are not rendered again. */
function useStableHandlers(current: RowHandlers): RowHandlers {
  const latest = useRef(current);
  latest.current = current;
  return useMemo(
    () => ({
      toggle: (...given) => latest.current.toggle(...given),
      endEdit: () => latest.current.endEdit(),
      rename: (...given) => latest.current.rename(...given),
      vanished: () => latest.current.vanished(),
      editKey: (...given) => latest.current.editKey(...given),
      beginDrag: (...given) => latest.current.beginDrag(...given),
    }),
    [],
  );
}
