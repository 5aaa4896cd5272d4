import { useEffect, useMemo, useState } from 'react';
import { member } from '../../../../shared/repository/linked-data/json.ts';
import { NOTATION } from '../../outline/numbering.ts';
import { frameworkOf, listedIds } from '../../outline/state.ts';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { useSnapshot } from './use-document.ts';
import type { Outline } from './use-outline.ts';

/** A search in a framework, and its matches. */
export type Find = {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Ids of the competencies with these words. */
  readonly matches: ReadonlySet<string>;
  /** Shows the next match, or the one before. */
  readonly go: (by: -1 | 1) => void;
};

/** Searches names, descriptions and coded notations, ignoring case, and shows the first match as the person types. */
export function useFind(outline: Outline): Find {
  const { language } = useWords();
  const { state } = useSnapshot(outline.document);
  const [text, setText] = useState('');
  const wanted = text.trim().toLocaleLowerCase(language);

  const matches = useMemo(() => {
    if (wanted === '') return [];
    return listedIds(frameworkOf(state), 'competency').filter((id) => {
      const object = state.objects.get(id);
      if (object === undefined) return false;
      const notation = member(object, NOTATION);
      const texts = [textIn(object, 'name', language), textIn(object, 'description', language), notation];
      return texts.some((one) => typeof one === 'string' && one.toLocaleLowerCase(language).includes(wanted));
    });
  }, [state, wanted, language]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: when other words are searched for, not when the outline changes
  useEffect(() => {
    const [first] = matches;
    if (first !== undefined && !matches.some((id) => id === outline.focused?.id)) outline.reveal([first]);
  }, [wanted]);

  return {
    text,
    setText,
    matches: useMemo(() => new Set(matches), [matches]),
    go(by) {
      const current = outline.focused === null ? -1 : matches.indexOf(outline.focused.id);
      const next = current === -1 && by === -1 ? matches.length - 1 : (current + by + matches.length) % matches.length;
      const id = matches[next];
      if (id !== undefined) outline.reveal([id]);
    },
  };
}
