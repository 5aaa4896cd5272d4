import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { type StatedState, stateOf } from '../editions/publication-state.ts';
import { useWords } from '../words/use-words.tsx';
import './state-tag.css';

/** The text of a state; that of a framework which states none says so. */
export function useStateText(): (stated: StatedState | null) => string {
  const { t } = useWords();
  return (stated) => {
    if (stated === null) return t('state.none');
    return stated.state === null ? stated.text : t(`state.${stated.state}`);
  };
}

/** The state of a framework as a badge; nothing without one. */
export function StateTag({ framework }: { readonly framework: JsonObject }) {
  const { has } = useWords();
  const textOf = useStateText();
  const stated = stateOf(framework);
  if (stated === null || !has('state.none')) return null; // the texts of a language may be loaded after the list
  return <span className={`tag state-${stated.state ?? 'other'}`}>{textOf(stated)}</span>;
}
