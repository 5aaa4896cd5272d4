import { useReactFlow, useStore } from '@xyflow/react';
import { useEffect, useMemo, useRef } from 'react';
import type { Box, Figure } from './figure.ts';

/** Pans and zooms the picture. */
export type Zoom = {
  /** The figure is too large to be legible as a whole. */
  readonly isPart: boolean;
  /** @param factor above 1: larger */
  readonly by: (factor: number) => void;
  /** Shows the whole figure, never enlarged. */
  readonly fit: () => void;
  /** Centres a point of the figure, at a legible size. */
  readonly centre: (x: number, y: number) => void;
  /** Centres a point of the figure, unless it is visible. */
  readonly reveal: (x: number, y: number) => void;
  /** To be called when the person moves or enlarges the picture: from then on it stays where it is when the window changes. */
  readonly moved: () => void;
};

export const MIN_SCALE = 0.05;
export const MAX_SCALE = 4;
const READABLE = 0.8;

/** Minimum scale at the start; a graph that would be smaller starts with one of its competencies. */
const LEGIBLE = 0.5;

/** Zooming and panning by functions, and what is visible at the start. */
export function useZoom(figure: Figure | null, chosen: string | null): Zoom {
  const { getViewport, setCenter, zoomTo } = useReactFlow();
  const width = useStore((store) => store.width);
  const height = useStore((store) => store.height);
  const isReady = useStore((store) => store.panZoom !== null);
  /** The figure that is shown from the start, with the box to start at, while the person has not moved it. */
  const start = useRef<{ readonly figure: Figure; readonly first: Box | undefined; readonly isMoved: boolean } | null>(
    null,
  );

  const zoom = useMemo<Zoom>(() => {
    const moved = (): void => {
      if (start.current !== null) start.current = { ...start.current, isMoved: true };
    };
    const centre = (x: number, y: number): void => {
      moved();
      void setCenter(x, y, { zoom: Math.max(READABLE, getViewport().zoom) });
    };
    return {
      isPart: figure !== null && wholeScale(figure, width, height) < LEGIBLE,
      by: (factor) => {
        moved();
        void zoomTo(getViewport().zoom * factor);
      },
      fit: () => {
        if (figure === null) return;
        start.current = { figure, first: undefined, isMoved: false };
        void setCenter(figure.width / 2, figure.height / 2, { zoom: wholeScale(figure, width, height) });
      },
      centre,
      reveal: (x, y) => {
        const viewport = getViewport();
        const [left, top] = [x * viewport.zoom + viewport.x, y * viewport.zoom + viewport.y];
        if (left <= 0 || top <= 0 || left >= width || top >= height) centre(x, y);
      },
      moved,
    };
  }, [getViewport, setCenter, zoomTo, figure, width, height]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: at first, and not when another competency is chosen
  useEffect(() => {
    if (figure === null || !isReady || width === 0) return;
    if (start.current?.figure !== figure) {
      const first = figure.boxes.find(({ node }) => node.id === chosen) ?? figure.boxes[0];
      start.current = { figure, first, isMoved: false };
    }
    const { first, isMoved } = start.current;
    if (isMoved) return;
    if (zoom.isPart && first !== undefined) void setCenter(first.x, first.y, { zoom: READABLE });
    else void setCenter(figure.width / 2, figure.height / 2, { zoom: wholeScale(figure, width, height) });
  }, [zoom, isReady]);
  return zoom;
}

/** The scale at which a figure is visible as a whole. */
function wholeScale(figure: Figure, width: number, height: number): number {
  return Math.max(MIN_SCALE, Math.min(1, width / Math.max(1, figure.width), height / Math.max(1, figure.height)));
}
