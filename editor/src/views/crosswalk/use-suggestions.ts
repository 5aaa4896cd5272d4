import { useEffect, useMemo, useRef, useState } from 'react';
import type { Side } from './alignments.ts';
import type { MeantPairs } from './meant-pairs.ts';
import { type Suggestion, suggestionsFor } from './suggestions.ts';
import type { OpenCrosswalk } from './use-crosswalk.ts';
import { useMeantPairs } from './use-meant-pairs.ts';
import type { Pane } from './use-pane.ts';

const NONE: readonly Suggestion[] = [];

/**
 * Suggestions for the chosen competency of the first framework. The first one is chosen in the second outline, unless the person has
 * chosen something there.
 *
 * @param isActive whether the person may align
 */
export function useSuggestions(
  crosswalk: OpenCrosswalk,
  panes: Readonly<Record<Side, Pane>>,
  isActive: boolean,
): {
  readonly suggestions: readonly Suggestion[];
  /** The person has chosen a competency in the second outline: it stays chosen until an alignment is made. */
  readonly keepOwnChoice: () => void;
  readonly followSuggestions: () => void;
} {
  const { aligned, alignments, states } = crosswalk;
  const isOwnChoice = useRef(false);
  const id = panes.first.chosen?.id ?? null;
  const isDone = id !== null && aligned.first.has(id);
  const pairs = useMeantPairs(crosswalk, isActive);
  const [begun, setBegun] = useState({ id, pairs });
  if (begun.id !== id) setBegun({ id, pairs });
  // What arrives later must not change what a key does while it is pressed.
  const early = begun.id === id ? begun.pairs : pairs;
  const suggestions = useMemo(() => {
    if (id === null || isDone || !isActive) return NONE;
    const parents = new Set(states.first.tree.parents.get(id) ?? []);
    const alignedParents = new Set(alignments.filter(({ first }) => parents.has(first)).map(({ second }) => second));
    const suggested = (meant: MeantPairs) =>
      suggestionsFor(
        id,
        panes.first.texts,
        panes.second.texts,
        (candidate) => candidate !== id,
        (candidate) => (states.second.tree.parents.get(candidate) ?? []).some((parent) => alignedParents.has(parent)),
        meant.get(id),
      );
    const shown = suggested(early);
    return shown.length > 0 ? shown : suggested(pairs);
  }, [id, isDone, isActive, states, alignments, panes.first.texts, panes.second.texts, early, pairs]);

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
