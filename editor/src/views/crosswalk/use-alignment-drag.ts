import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Side } from './alignments.ts';

/** The dragged competency, and the start and current position of the pointer in the window. */
export type AlignmentDrag = {
  readonly from: Side;
  readonly id: string;
  readonly startX: number;
  readonly startY: number;
  readonly x: number;
  readonly y: number;
  /** The competency of the other side below the pointer. */
  readonly target: string | null;
};

/** A shorter movement is a press. */
const MIN_DISTANCE_PX = 5;

/** Drags from a competency to one of the other side, by mouse, pen or touch. Escape ends it. */
export function useAlignmentDrag(onDrop: (from: Side, id: string, target: string) => void): {
  readonly drag: AlignmentDrag | null;
  readonly begin: (from: Side, id: string, event: PointerEvent<HTMLElement>) => void;
} {
  const [drag, setDrag] = useState<AlignmentDrag | null>(null);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  function begin(from: Side, id: string, { button, clientX, clientY }: PointerEvent<HTMLElement>): void {
    if (button !== 0) return;
    const ending = new AbortController();
    let current: AlignmentDrag | null = null;
    const update = (next: AlignmentDrag | null): void => {
      current = next;
      setDrag(next);
    };
    stop.current = () => {
      ending.abort();
      update(null);
    };
    const onMove = (moved: globalThis.PointerEvent): void => {
      const [x, y] = [moved.clientX, moved.clientY];
      if (current === null && Math.hypot(x - clientX, y - clientY) < MIN_DISTANCE_PX) return;
      moved.preventDefault();
      update({ from, id, startX: clientX, startY: clientY, x, y, target: targetAt(x, y, from) });
    };
    const onUp = (): void => {
      const dropped = current;
      stop.current?.();
      if (dropped !== null && dropped.target !== null) onDrop(from, id, dropped.target);
    };
    const { signal } = ending;
    window.addEventListener('pointermove', onMove, { signal });
    window.addEventListener('pointerup', onUp, { signal });
    window.addEventListener('pointercancel', () => stop.current?.(), { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && stop.current?.(), { signal });
  }

  return { drag, begin };
}

function targetAt(x: number, y: number, from: Side): string | null {
  const row = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-competency]');
  if (row === null || row === undefined || row.dataset['side'] === from) return null;
  return row.dataset['competency'] ?? null;
}
