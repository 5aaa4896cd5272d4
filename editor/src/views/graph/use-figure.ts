import { useEffect, useMemo, useState } from 'react';
import { drawFigure, type Figure, measure, type Texts } from './figure.ts';
import { placeInWorker } from './place-in-worker.ts';
import type { RelationGraph } from './relation-graph.ts';

/** A figure that is placed, is being placed, or could not be placed. */
export type Placed = {
  readonly status: 'placing' | 'placed' | 'failed';
  /** While it is being placed, the one before, so that the focus stays in the picture; null at first, and when it failed. */
  readonly figure: Figure | null;
};

/** The figure of a graph. It is placed again when the visible part of the graph changes. */
export function useFigure(graph: RelationGraph, texts: Texts, isRightToLeft: boolean): Placed {
  const input = useMemo(() => JSON.stringify(measure(graph, texts, isRightToLeft)), [graph, texts, isRightToLeft]);
  const [placed, setPlaced] = useState<{ readonly input: string; readonly figure: Figure | null } | null>(null);
  // The same measures give the same layout, whatever else has changed in the document.
  // biome-ignore lint/correctness/useExhaustiveDependencies: graph and texts are in the measures
  useEffect(() => {
    const leaving = new AbortController();
    const end = (figure: Figure | null): void => {
      if (!leaving.signal.aborted) setPlaced({ input, figure });
    };
    placeInWorker(measure(graph, texts, isRightToLeft), leaving.signal).then(
      (layout) => end(drawFigure(graph, layout, texts)),
      () => end(null),
    );
    return () => leaving.abort();
  }, [input]);
  const figure = placed?.figure ?? null;
  if (placed?.input !== input) return { status: 'placing', figure };
  return { status: figure === null ? 'failed' : 'placed', figure };
}
