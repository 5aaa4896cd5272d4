import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { type Match, matchesOf } from '../../app/matches.ts';
import { useMeant } from '../../app/use-meant.ts';
import { useWords } from '../../words/use-words.tsx';
import { MatchList } from './match-list.tsx';

const NONE: readonly Match[] = [];

/** As {@link useMeant}, with where each is. */
export function useMeantMatches(...asked: Parameters<typeof useMeant>) {
  const { service } = useEditor();
  const { objects, isSearching } = useMeant(...asked);
  const { data = NONE, isLoading } = useQuery({
    queryKey: ['meant-matches', ...objects.map((object) => object['@id'])],
    enabled: objects.length > 0,
    retry: false,
    queryFn: ({ signal }) => matchesOf(objects, service, signal),
  });
  return { matches: objects.length === 0 ? NONE : data, isSearching: isSearching || isLoading };
}

type MeantProps = {
  readonly matches: readonly Match[];
  /** Marked where they occur. */
  readonly words: readonly string[];
};

/** What was found by what it means; nothing if nothing was. */
export function MeantMatches({ matches, words }: MeantProps) {
  const { t } = useWords();
  const id = useId();
  if (matches.length === 0) return null;
  return (
    <section className="stack results-meant" aria-labelledby={id}>
      <h2 id={id}>{t('results.meaning')}</h2>
      <MatchList matches={matches} words={words} />
    </section>
  );
}
