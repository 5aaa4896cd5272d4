import { useMemo } from 'react';
import { frameworksRequest } from '../../app/framework-list.ts';
import { readTyped } from '../../app/words-query.ts';
import { MeantMatches, useMeantMatches } from '../results/meant-matches.tsx';

/** Further ones are too dissimilar to help. */
const MOST = 5;

type MeantFrameworksProps = {
  /** As a person typed it. */
  readonly text: string;
  /** The query that found what has the words; null: nothing has them. */
  readonly query: string | null;
  /** Short ids of frameworks that are shown already. */
  readonly shown: readonly string[];
};

/** Frameworks that are shown because of what they mean. */
export function MeantFrameworks({ text, query, shown }: MeantFrameworksProps) {
  const typed = useMemo(() => readTyped(text), [text]);
  const { indexHint = '' } = frameworksRequest();
  const { matches } = useMeantMatches(typed, query, (q) => ({ q, indexHint, size: MOST }));
  return <MeantMatches matches={matches.filter(({ id }) => !shown.includes(id))} words={typed.words} />;
}
