import { useEffect, useMemo, useState } from 'react';
import { drawFigure, type Figure, measure, type Texts } from './figure.ts';
import { placeInWorker } from './place-in-worker.ts';
import type { RelationGraph } from './relation-graph.ts';

/** A figure that is being placed, is placed, or could not be placed. */
export type Placed =
  | { readonly status: 'placing' }
  | { readonly status: 'placed'; readonly figure: Figure }
  | { readonly status: 'failed' };

/** The figure of a graph. It is placed again when the visible part of the graph changes. */
export function useFigure(graph: RelationGraph, texts: Texts, isRightToLeft: boolean): Placed {
  const input = useMemo(() => JSON.stringify(measure(graph, texts, isRightToLeft)), [graph, texts, isRightToLeft]);
  const [placed, setPlaced] = useState<{ readonly input: string; readonly result: Placed } | null>(null);
  // The same measures give the same layout, whatever else has changed in the document.
  // biome-ignore lint/correctness/useExhaustiveDependencies: graph and texts are in the measures
  useEffect(() => {
    const leaving = new AbortController();
    const end = (result: Placed): void => {
      if (!leaving.signal.aborted) setPlaced({ input, result });
    };
    placeInWorker(measure(graph, texts, isRightToLeft), leaving.signal).then(
      (layout) => end({ status: 'placed', figure: drawFigure(graph, layout, texts) }),
      () => end({ status: 'failed' }),
    );
    return () => leaving.abort();
  }, [input]);
  return placed?.input === input ? placed.result : { status: 'placing' };
}
