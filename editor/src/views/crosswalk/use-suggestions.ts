import { useEffect, useMemo, useRef } from 'react';
import type { Side } from './alignments.ts';
import { type Suggestion, suggestionsFor } from './suggestions.ts';
import type { OpenCrosswalk } from './use-crosswalk.ts';
import type { Pane } from './use-pane.ts';

const NONE: readonly Suggestion[] = [];

/**
 * Suggestions for the chosen competency of the first framework. The first one is chosen in the second outline, unless the person has
 * chosen something there.
 *
 * @param isActive whether the person may align
 */
export function useSuggestions(
  { aligned, alignments, states }: OpenCrosswalk,
  panes: Readonly<Record<Side, Pane>>,
  isActive: boolean,
): {
  readonly suggestions: readonly Suggestion[];
  /** The person has chosen a competency in the second outline: it stays chosen until an alignment is made. */
  readonly keepOwnChoice: () => void;
  readonly followSuggestions: () => void;
} {
  const isOwnChoice = useRef(false);
  const id = panes.first.chosen?.id ?? null;
  const isDone = id !== null && aligned.first.has(id);
  const suggestions = useMemo(() => {
    if (id === null || isDone || !isActive) return NONE;
    const parents = new Set(states.first.tree.parents.get(id) ?? []);
    const alignedParents = new Set(alignments.filter(({ first }) => parents.has(first)).map(({ second }) => second));
    return suggestionsFor(
      id,
      panes.first.texts,
      panes.second.texts,
      (candidate) => candidate !== id,
      (candidate) => (states.second.tree.parents.get(candidate) ?? []).some((parent) => alignedParents.has(parent)),
    );
  }, [id, isDone, isActive, states, alignments, panes.first.texts, panes.second.texts]);

  const [best] = suggestions;
  const { reveal, choose } = panes.second;
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another competency is chosen, not when the outline changes
  useEffect(() => {
    if (id === null || !isActive || isOwnChoice.current) return;
    if (best === undefined) choose(null);
    else reveal(best.id);
  }, [id, best?.id]);

  return {
    suggestions,
    keepOwnChoice: () => {
      isOwnChoice.current = true;
    },
    followSuggestions: () => {
      isOwnChoice.current = false;
    },
  };
}
