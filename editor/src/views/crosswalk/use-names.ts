import { useMemo } from 'react';
import { frameworkOf, type OutlineState } from '../../outline/state.ts';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { notationOf } from '../graph/relation-graph.ts';
import type { Side } from './alignments.ts';

/** The names of frameworks and competencies, in the person's language. */
export type Names = {
  readonly framework: Readonly<Record<Side, string>>;
  /** The name with its notation. */
  readonly competency: Readonly<Record<Side, (id: string) => string>>;
  readonly description: Readonly<Record<Side, (id: string) => string | null>>;
};

export function useNames(states: Readonly<Record<Side, OutlineState>>): Names {
  const { t, language } = useWords();
  const { first, second } = states;
  return useMemo(() => {
    const frameworkName = (state: OutlineState) => textIn(frameworkOf(state), 'name', language) ?? t('graph.unnamed');
    const competencyName = (state: OutlineState) => (id: string) => {
      const object = state.objects.get(id);
      const name = (object && textIn(object, 'name', language)) || t('graph.unnamed');
      const notation = object === undefined ? null : notationOf(object);
      return notation === null ? name : `${notation} ${name}`;
    };
    const description = (state: OutlineState) => (id: string) => {
      const object = state.objects.get(id);
      return object === undefined ? null : textIn(object, 'description', language);
    };
    return {
      framework: { first: frameworkName(first), second: frameworkName(second) },
      competency: { first: competencyName(first), second: competencyName(second) },
      description: { first: description(first), second: description(second) },
    };
  }, [first, second, language, t]);
}
