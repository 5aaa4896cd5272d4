import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { useEditor } from '../../app/editor.tsx';
import { MAX_COUNT } from '../../app/framework-list.ts';
import { matchesOf } from '../../app/matches.ts';
import { useFaultMessage } from '../../app/use-fault.tsx';
import { usePageTitle } from '../../app/use-page-title.ts';
import { usePrivateMatches } from '../../app/use-private-matches.ts';
import { queryOf, searchTyped, type TypedQuery } from '../../app/words-query.ts';
import type { SearchPage } from '../../service/search.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, EmptyState, Skeleton } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import { FilterFields } from './filter-fields.tsx';
import { MatchList } from './match-list.tsx';
import { filtersIn, fitsFilters, type ResultFilters, requestOf } from './result-filters.ts';
import { WithinFramework } from './within-framework.tsx';
import './results.css';

/** Results per page. */
const PAGE_SIZE = 50;

/** The results of a search over everything that the person may read, or in one framework. */
export function ResultsView() {
  const { t } = useWords();
  const [address, setAddress] = useSearchParams();
  const q = address.get('q') ?? '';
  const filters = useMemo(() => filtersIn(address), [address]);
  usePageTitle(t('results.title'));
  const typed = useMemo(() => queryOf(q), [q]);
  const change = (name: string, value: string | null): void =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return (
    <div className="page">
      <div className="page-head">
        <h1>{q === '' ? t('results.title') : `${t('results.title')}: ${q}`}</h1>
      </div>
      {q.trim() === '' ? (
        <EmptyState icon="search" title={t('results.title')}>
          {t('results.begin')}
        </EmptyState>
      ) : filters.framework === null ? (
        <Everywhere q={q} typed={typed} filters={filters} onChange={change} />
      ) : (
        <WithinFramework id={filters.framework} words={typed.words} filters={filters}>
          {(found) => <FilterFields filters={filters} found={found} onChange={change} />}
        </WithinFramework>
      )}
    </div>
  );
}

type EverywhereProps = {
  readonly q: string;
  readonly typed: TypedQuery;
  readonly filters: ResultFilters;
  readonly onChange: (name: string, value: string | null) => void;
};

function Everywhere({ q, typed, filters, onChange }: EverywhereProps) {
  const { t, number, language } = useWords();
  const { service } = useEditor();
  const faultMessage = useFaultMessage();
  const matchesIn = async (page: SearchPage, signal: AbortSignal) => ({
    matches: await matchesOf(page.objects, service, signal),
    next: page.next,
    total: page.total ?? null,
  });
  const query = useInfiniteQuery({
    queryKey: ['results', q, filters, language],
    queryFn: async ({ pageParam, signal }) => {
      if (pageParam !== null) return { ...(await matchesIn(await pageParam(signal), signal)), isSimilar: false };
      const found = await searchTyped(
        (words) => service.search({ ...requestOf(words, filters), size: PAGE_SIZE, count: MAX_COUNT }, signal),
        q,
        language,
      );
      return { ...(await matchesIn(found.page, signal)), isSimilar: found.isSimilar };
    },
    initialPageParam: null as SearchPage['next'],
    getNextPageParam: (page) => page.next,
  });
  const matches = (query.data?.pages ?? []).flatMap((page) => page.matches);
  const own = usePrivateMatches(typed.words, (object) => fitsFilters(object, filters));
  const total = query.data?.pages[0]?.total ?? matches.length;
  const all = `${number(total)}${total >= MAX_COUNT ? '+' : ''}`;
  const counted =
    matches.length < total
      ? t('results.count-of', { shown: number(matches.length), all })
      : t('results.count', { count: matches.length });
  return (
    <>
      <FilterFields filters={filters} found={matches.map(({ object }) => object)} onChange={onChange} />
      {query.isLoading && <Skeleton lines={6} />}
      {query.isError && <Banner kind="danger">{faultMessage(query.error)}</Banner>}
      {query.isSuccess && matches.length === 0 && own.count === 0 && !own.isSearching && (
        <EmptyState icon="search" title={t('results.none-title')}>
          {t('results.none')}
        </EmptyState>
      )}
      {own.error !== null && <Banner kind="danger">{faultMessage(own.error)}</Banner>}
      {own.matches.length > 0 && (
        <section className="stack" aria-labelledby="own">
          <h2 id="own">{t('results.private')}</h2>
          <MatchList matches={own.matches} words={typed.words} />
          {own.count > own.matches.length && (
            <p className="quiet small">{t('results.count-first', { count: own.matches.length })}</p>
          )}
          {!own.isComplete && <p className="quiet small">{t('results.private-newest')}</p>}
        </section>
      )}
      {own.matches.length > 0 && matches.length > 0 && <h2>{t('results.public')}</h2>}
      {query.data?.pages[0]?.isSimilar === true && matches.length > 0 && (
        <p className="quiet" role="status">
          {t('results.similar')}
        </p>
      )}
      {matches.length > 0 && <MatchList matches={matches} words={typed.words} />}
      <div className="row row-between start-end">
        <p className="quiet small" role="status">
          {query.isSuccess && matches.length > 0 && counted}
        </p>
        {query.hasNextPage && (
          <Button onPress={() => void query.fetchNextPage()} isPending={query.isFetchingNextPage}>
            {t('start.more')}
          </Button>
        )}
      </div>
    </>
  );
}
