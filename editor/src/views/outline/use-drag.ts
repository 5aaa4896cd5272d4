import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Occurrence, Place } from '../../outline/command.ts';
import type { Row } from '../../outline/rows.ts';
import { type DropTarget, dropPlace } from './drop-place.ts';
import { INDENT_REM } from './outline-row.tsx';
import { type Outline, occurrenceOf } from './use-outline.ts';

/** The position of the line that shows where a dragged row would go, and the competency that it would be below. */
export type DropLine = { readonly top: number; readonly depth: number; readonly parent: string | null };

/** What is shown of a drag; without one, nothing. */
export type ShownDrag = {
  readonly line: DropLine | null;
  /** Ids of the dragged competencies. */
  readonly items: ReadonlySet<string>;
  /** In CSS pixels of the window. */
  readonly pointer: { readonly x: number; readonly y: number } | null;
};

const NO_DRAG: ShownDrag = { line: null, items: new Set(), pointer: null };

type Drag = { readonly items: readonly Occurrence[]; place: Place | null };

/** A shorter movement is a press. */
const MIN_DISTANCE_PX = 5;

/**
 * Drags rows with the pointer, by mouse, pen or touch: the height of the pointer chooses the position, its distance from the edge
 * the depth. By keyboard, Alt with the arrow keys does the same.
 *
 * @param scroller the element that scrolls, whose rows have `data-index`
 */
export function useDrag(
  outline: Outline,
  scroller: RefObject<HTMLElement | null>,
  onDrop: (items: readonly Occurrence[], place: Place) => void,
): ShownDrag & { readonly begin: (row: Row, event: PointerEvent<HTMLElement>) => void } {
  const [shown, setShown] = useState(NO_DRAG);
  const rows = useRef(outline.rows);
  rows.current = outline.rows;
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  function begin(row: Row, event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    event.preventDefault();
    const chosen = outline.selected.has(row.key) ? outline.topmost() : [occurrenceOf(row)];
    const drag: Drag = { items: chosen, place: null };
    const ids = new Set(chosen.map(({ id }) => id));
    const start = { x: event.clientX, y: event.clientY };

    const onMove = (moved: globalThis.PointerEvent): void => {
      const pointer = { x: moved.clientX, y: moved.clientY };
      const isDrag = Math.hypot(pointer.x - start.x, pointer.y - start.y) >= MIN_DISTANCE_PX;
      const target = isDrag ? targetAt(scroller.current, moved) : null;
      const found = target === null ? null : dropPlace(rows.current, target, drag.items);
      drag.place = found?.place ?? null;
      const line =
        found === null || target === null ? null : { top: target.top, depth: found.depth, parent: found.place.parent };
      setShown(isDrag ? { line, items: ids, pointer } : NO_DRAG);
    };
    const end = (): void => {
      stop.current?.();
      if (drag.place !== null) onDrop(drag.items, drag.place);
    };
    const onKey = (pressed: KeyboardEvent): void => {
      if (pressed.key === 'Escape') stop.current?.();
    };
    stop.current = () => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', onCancel);
      window.removeEventListener('keydown', onKey);
      setShown(NO_DRAG);
      stop.current = null;
    };
    const onCancel = (): void => stop.current?.();
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', onCancel);
    window.addEventListener('keydown', onKey);
  }

  return { ...shown, begin };
}

/** The place between rows at the pointer, and the position of its line. */
function targetAt(
  scroller: HTMLElement | null,
  { clientX, clientY }: globalThis.PointerEvent,
): (DropTarget & { readonly top: number }) | null {
  if (scroller === null) return null;
  const frame = scroller.getBoundingClientRect();
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const isRightToLeft = getComputedStyle(scroller).direction === 'rtl';
  const distance = isRightToLeft ? frame.right - clientX : clientX - frame.left;
  const depth = Math.max(1, Math.floor(distance / (INDENT_REM * rem)) + 1);
  let nearest: (DropTarget & { readonly top: number }) | null = null;
  for (const element of scroller.querySelectorAll<HTMLElement>('[data-index]')) {
    const { top, bottom } = element.getBoundingClientRect();
    const isBelow = clientY > (top + bottom) / 2;
    const edge = isBelow ? bottom : top;
    if (
      nearest !== null &&
      Math.abs(edge - clientY) >= Math.abs(nearest.top + frame.top - scroller.scrollTop - clientY)
    )
      continue;
    nearest = {
      index: Number(element.dataset['index']) + (isBelow ? 1 : 0),
      depth,
      top: edge - frame.top + scroller.scrollTop,
    };
  }
  return nearest;
}
