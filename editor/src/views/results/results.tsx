import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { MAX_COUNT } from '../../app/framework-list.ts';
import { useFaultMessage } from '../../app/use-fault.tsx';
import { usePageTitle } from '../../app/use-page-title.ts';
import { usePrivateMatches } from '../../app/use-private-matches.ts';
import { readTyped, type Typed } from '../../app/words-query.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, EmptyState, Skeleton } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import { FilterFields } from './filter-fields.tsx';
import { MatchList } from './match-list.tsx';
import { MeantMatches } from './meant-matches.tsx';
import { PrivateMatches } from './private-matches.tsx';
import { filtersIn, fitsFilters, type ResultFilters } from './result-filters.ts';
import { useResults } from './use-results.ts';
import { WithinFramework } from './within-framework.tsx';

/** The results of a search over everything that the person may read, or in one framework. */
export function ResultsView() {
  const { t } = useWords();
  const [address, setAddress] = useSearchParams();
  const q = address.get('q') ?? '';
  const filters = useMemo(() => filtersIn(address), [address]);
  usePageTitle(t('results.title'));
  const typed = useMemo(() => readTyped(q), [q]);
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
        <Everywhere typed={typed} filters={filters} onChange={change} />
      ) : (
        <WithinFramework id={filters.framework} words={typed.words} filters={filters}>
          {(found) => <FilterFields filters={filters} found={found} onChange={change} />}
        </WithinFramework>
      )}
    </div>
  );
}

type EverywhereProps = {
  readonly typed: Typed;
  readonly filters: ResultFilters;
  readonly onChange: (name: string, value: string | null) => void;
};

function Everywhere({ typed, filters, onChange }: EverywhereProps) {
  const { t, number } = useWords();
  const faultMessage = useFaultMessage();
  const { byWords: query, worded, meant, loaded, total, isMeantFirst, ...found } = useResults(typed, filters);
  const own = usePrivateMatches(typed.words, (object) => fitsFilters(object, filters));
  const { words } = typed;
  const isSearching = found.isSearchingMeant || own.isSearching;
  const all = `${number(total)}${total >= MAX_COUNT ? '+' : ''}`;
  const counted =
    loaded < total ? t('results.count-of', { shown: number(loaded), all }) : t('results.count', { count: loaded });
  return (
    <>
      <FilterFields filters={filters} found={found.all.map(({ object }) => object)} onChange={onChange} />
      {(query.isLoading || (isMeantFirst && found.isSearchingMeant)) && <Skeleton lines={6} />}
      {query.isError && <Banner kind="danger">{faultMessage(query.error)}</Banner>}
      {query.isSuccess && found.all.length + own.count === 0 && !isSearching && (
        <EmptyState icon="search" title={t('results.none-title')}>
          {t('results.none')}
        </EmptyState>
      )}
      <PrivateMatches found={own} words={words} />
      {isMeantFirst && <MeantMatches matches={meant} words={words} />}
      {own.matches.length > 0 && worded.length > 0 && <h2>{t('results.public')}</h2>}
      {found.isSimilar && worded.length > 0 && (
        <p className="quiet" role="status">
          {t('results.similar')}
        </p>
      )}
      {worded.length > 0 && <MatchList matches={worded} words={words} />}
      <div className="row row-between start-end">
        <p className="quiet small" role="status">
          {worded.length > 0 && counted}
        </p>
        {query.hasNextPage && (
          <Button onPress={() => void query.fetchNextPage()} isPending={query.isFetchingNextPage}>
            {t('start.more')}
          </Button>
        )}
      </div>
      {!isMeantFirst && <MeantMatches matches={meant} words={words} />}
    </>
  );
}
