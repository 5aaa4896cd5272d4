import { useInfiniteQuery } from '@tanstack/react-query';
import { useEditor } from '../../app/editor.tsx';
import { MAX_COUNT } from '../../app/framework-list.ts';
import { type Match, matchesOf } from '../../app/matches.ts';
import { searchTyped, type Typed } from '../../app/words-query.ts';
import type { SearchPage } from '../../service/search.ts';
import { useWords } from '../../words/use-words.tsx';
import { useMeantMatches } from './meant-matches.tsx';
import { type ResultFilters, requestOf } from './result-filters.ts';

/** Results per page. */
const PAGE_SIZE = 50;

/** Results that are found by meaning; further ones are too dissimilar to help. */
const MOST_MEANT = 10;

/** What the service finds for what a person typed: by its words, page by page, and by what it means. */
export function useResults(typed: Typed, filters: ResultFilters) {
  const { language } = useWords();
  const { service } = useEditor();
  const matchesIn = async (page: SearchPage, query: string | null, signal: AbortSignal) => ({
    matches: await matchesOf(page.objects, service, signal),
    next: page.next,
    total: page.total ?? null,
    query,
  });
  const byWords = useInfiniteQuery({
    queryKey: ['results', typed.text, filters, language],
    queryFn: async ({ pageParam, signal }) => {
      if (pageParam !== null) return matchesIn(await pageParam(signal), null, signal);
      const { page, query } = await searchTyped(
        (words) => service.search({ ...requestOf(words, filters), size: PAGE_SIZE, count: MAX_COUNT }, signal),
        typed,
        language,
      );
      return matchesIn(page, query, signal);
    },
    initialPageParam: null as SearchPage['next'],
    getNextPageParam: (page) => page.next,
  });
  const [first] = byWords.data?.pages ?? [];
  const matches = (byWords.data?.pages ?? []).flatMap((page) => page.matches);
  const requestMeant = (query: string) => ({ ...requestOf(query, filters), size: MOST_MEANT });
  const meant = useMeantMatches(typed, first?.query, requestMeant);
  const isSimilar = first?.query === null;
  // A single word that nothing has is more likely mistyped than another word for something.
  const isMeantFirst = isSimilar && typed.words.length > 1;
  return {
    byWords,
    isSimilar,
    loaded: matches.length,
    total: first?.total ?? matches.length,
    /** All that are loaded. */
    all: [...matches, ...without(meant.matches, matches)],
    /** What has the words, or similar ones. Shown when it is known what comes before it. */
    worded: isMeantFirst ? (meant.isSearching ? [] : without(matches, meant.matches)) : matches,
    meant: isMeantFirst ? meant.matches : without(meant.matches, matches),
    isMeantFirst,
    isSearchingMeant: meant.isSearching,
  };
}

function without(matches: readonly Match[], others: readonly Match[]): readonly Match[] {
  const ids = new Set(others.map(({ id }) => id));
  return matches.filter(({ id }) => !ids.has(id));
}
