import { select } from 'd3-selection';
import { type D3ZoomEvent, type ZoomBehavior, type ZoomTransform, zoom, zoomIdentity } from 'd3-zoom';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import type { Box, Figure } from './figure.ts';

/** Pans and zooms the contents of a picture. */
export type Zoom = {
  /** @param factor above 1: larger */
  readonly by: (factor: number) => void;
  /** Shows the whole figure, never enlarged. @param first shown instead if the whole would be too small to read */
  readonly fit: (first?: Box | undefined) => void;
  /** Centres a point of the figure, at a legible size. */
  readonly centre: (x: number, y: number) => void;
  /** Scrolls a point of the figure into view, unless it is visible. */
  readonly reveal: (x: number, y: number) => void;
};

const SCALES: [number, number] = [0.05, 4];
const READABLE = 0.8;

/** Minimum scale at the start; a graph that would be smaller starts with one of its competencies. */
const LEGIBLE = 0.5;

/** Zooming and panning by mouse, wheel and touch, and by these functions. Changes the group directly, without a render for each step. */
export function useZoom(
  picture: RefObject<SVGSVGElement | null>,
  group: RefObject<SVGGElement | null>,
  figure: Figure | null,
  chosen: string | null,
): Zoom {
  const { width, height } = figure ?? { width: 0, height: 0 };
  const isShown = figure !== null;
  const behavior = useRef<ZoomBehavior<SVGSVGElement, unknown> | null>(null);
  const current = useRef<ZoomTransform>(zoomIdentity);
  /** The box that was shown at first, while the person has not moved or enlarged anything; null afterwards. */
  const fitted = useRef<{ readonly first: Box | undefined } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the picture is there once there is a figure
  useEffect(() => {
    if (picture.current === null) return;
    const selection = select(picture.current);
    const zooming = zoom<SVGSVGElement, unknown>()
      .scaleExtent(SCALES)
      .on('zoom', ({ transform }: D3ZoomEvent<SVGSVGElement, unknown>) => {
        current.current = transform;
        fitted.current = null;
        group.current?.setAttribute('transform', transform.toString());
      });
    behavior.current = zooming;
    selection.call(zooming).on('dblclick.zoom', null); // a double click opens the competency
    return () => {
      selection.on('.zoom', null);
    };
  }, [picture, group, isShown]);

  const functions = useMemo<Zoom>(() => {
    const act = (
      step: (zooming: ZoomBehavior<SVGSVGElement, unknown>, svg: SVGSVGElement, box: DOMRect) => void,
    ): void => {
      const [zooming, svg] = [behavior.current, picture.current];
      if (zooming !== null && svg !== null) step(zooming, svg, svg.getBoundingClientRect());
    };
    const centre = (x: number, y: number, scale: number): void =>
      act((zooming, svg, box) => {
        const moved = zoomIdentity.translate(box.width / 2 - x * scale, box.height / 2 - y * scale).scale(scale);
        select(svg).call(zooming.transform, moved);
      });
    const readable = (): number => Math.max(READABLE, current.current.k);
    const fit = (first?: Box | undefined): void =>
      act((_zooming, _svg, box) => {
        const scale = Math.min(1, box.width / Math.max(1, width), box.height / Math.max(1, height));
        if (first !== undefined && scale < LEGIBLE) centre(first.x, first.y, READABLE);
        else centre(width / 2, height / 2, Math.max(SCALES[0], scale));
        fitted.current = { first };
      });
    return {
      by: (factor) => act((zooming, svg) => select(svg).call(zooming.scaleBy, factor)),
      fit,
      centre: (x, y) => centre(x, y, readable()),
      reveal: (x, y) =>
        act((_zooming, _svg, box) => {
          const [left, top] = current.current.apply([x, y]);
          const isVisible = left > 0 && top > 0 && left < box.width && top < box.height;
          if (!isVisible) centre(x, y, readable());
        }),
    };
  }, [picture, width, height]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: at first, and not when another competency is chosen
  useEffect(() => {
    if (figure === null) return;
    functions.fit(figure.boxes.find(({ node }) => node.id === chosen) ?? figure.boxes[0]);
    if (picture.current === null) return;
    const resized = new ResizeObserver(() => {
      if (fitted.current !== null) functions.fit(fitted.current.first);
    });
    resized.observe(picture.current);
    return () => resized.disconnect();
  }, [functions, figure]);
  return functions;
}
