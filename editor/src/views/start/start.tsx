import { lazy, Suspense, useEffect, useState } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import { useEditor } from '../../app/editor.tsx';
import { FILTERS, type Filters, MAX_COUNT, NO_FILTERS, PAGE_SIZE } from '../../app/framework-list.ts';
import { type ListOrder, nextOrder, readOrder, writeOrder } from '../../app/list-order.ts';
import { frameworkPath } from '../../app/paths.ts';
import { browserStorage } from '../../app/preferences.ts';
import { readRecent } from '../../app/recent-frameworks.ts';
import { useFaultMessage } from '../../app/use-fault.tsx';
import { usePageTitle } from '../../app/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, EmptyState, Skeleton } from '../../ui/feedback.tsx';
import { SearchField } from '../../ui/fields.tsx';
import { useWords } from '../../words/use-words.tsx';
import { FrameworkTable } from './framework-table.tsx';
import { StartActions } from './start-actions.tsx';
import { useFrameworks } from './use-frameworks.ts';

/** Loaded after the list, which can be used without them. */
const Unsent = lazy(async () => ({ default: (await import('./unsent.tsx')).Unsent }));
const AboutService = lazy(async () => ({ default: (await import('./about-service.tsx')).AboutService }));
const FilterBar = lazy(async () => ({ default: (await import('./filter-bar.tsx')).FilterBar }));

const MeantFrameworks = lazy(async () => ({ default: (await import('./meant-frameworks.tsx')).MeantFrameworks }));
const Recent = lazy(async () => ({ default: (await import('./recent.tsx')).Recent }));
const FoldersBar = lazy(async () => ({ default: (await import('../folders/folders-bar.tsx')).FoldersBar }));
const NewFolderButton = lazy(async () => ({ default: (await import('../folders/folders-bar.tsx')).NewFolderButton }));

/** The frameworks of the service, and the ways to start. */
export function StartView() {
  const [address] = useSearchParams();
  const framework = address.get('frameworkId'); // links of existing installations
  const competency = address.get('competencyId');
  if (framework === null) return <Frameworks folder={address.get('folder')} />;
  const chosen = competency === null ? '' : `?${new URLSearchParams({ competency })}`;
  return <Redirect to={frameworkPath(framework) + chosen} replace />;
}

/** @param folder short id of the folder that is open; null: all frameworks */
function Frameworks({ folder }: { readonly folder: string | null }) {
  const { t, number } = useWords();
  const { announce } = useEditor();
  const faultMessage = useFaultMessage();
  const [words, setWords] = useState('');
  const [filters, setFilters] = useState<Filters>(NO_FILTERS);
  const [order, setOrder] = useState(() => readOrder(browserStorage()));
  const [hasRecent] = useState(() => readRecent(browserStorage()).length > 0);
  const list = useFrameworks({ words, folder, filters, order });
  const { query, rows, shown, isNarrowed, total } = list;
  /** Rows that are shown of a list that is loaded as a whole. */
  const [limit, setLimit] = useState(PAGE_SIZE);
  const visible = list.isWhole ? shown.slice(0, limit) : shown;
  const hasMore = query.hasNextPage || visible.length < shown.length;
  usePageTitle(t('start.title'));
  const count = countText();
  useEffect(() => {
    if (isNarrowed && query.isSuccess) announce(count);
  }, [isNarrowed, query.isSuccess, count, announce]);

  if (query.isSuccess && rows.length === 0 && !isNarrowed && folder === null) return <FirstSteps />;
  const sortBy = (by: ListOrder['by']): void => {
    const next = nextOrder(order, by);
    writeOrder(browserStorage(), next);
    setOrder(next);
    setLimit(PAGE_SIZE);
  };
  /** Begins with the first rows again. */
  function narrow<Value>(set: (value: Value) => void): (value: Value) => void {
    return (value) => {
      set(value);
      setLimit(PAGE_SIZE);
    };
  }
  const showMore = (): void => {
    if (list.isWhole && visible.length < shown.length) setLimit(limit + PAGE_SIZE);
    else void query.fetchNextPage();
  };
  const clear = (): void => {
    setWords('');
    setFilters(NO_FILTERS);
  };

  function countText(): string {
    if (!hasMore || total === null) return t('start.count', { count: visible.length });
    const all = `${number(total)}${total >= MAX_COUNT ? '+' : ''}`;
    return t('start.count-of', { shown: number(visible.length), all });
  }

  return (
    <div className="page">
      <div className="page-head">
        <h1>{t('start.title')}</h1>
        <div className="row">
          <StartActions />
        </div>
      </div>
      <div className="start-tools">
        <SearchField label={t('start.filter')} value={words} onChange={narrow(setWords)} />
        <Suspense fallback={<FilterPlaces />}>
          <FilterBar rows={rows} filters={filters} onChange={narrow(setFilters)} />
        </Suspense>
      </div>
      {hasRecent && folder === null && (
        <div className="start-recent">
          <Suspense>
            <Recent />
          </Suspense>
        </div>
      )}
      <Suspense>
        <Unsent />
      </Suspense>
      <Suspense>
        <FoldersBar folder={folder} isEmpty={query.isSuccess && shown.length === 0 && !isNarrowed} />
      </Suspense>
      {query.isPending && <Skeleton lines={6} />}
      {query.isError && (
        <Banner kind="danger" actions={<Button onPress={() => void query.refetch()}>{t('common.retry')}</Button>}>
          {faultMessage(query.error)}
        </Banner>
      )}
      {query.isSuccess && shown.length === 0 && (folder === null || isNarrowed) && (
        <EmptyState
          icon="search"
          title={t('start.none-title')}
          actions={<Button onPress={clear}>{t('start.clear')}</Button>}
        >
          {t('start.none')}
        </EmptyState>
      )}
      {list.typedQuery === null && shown.length > 0 && (
        <p className="quiet" role="status">
          {t('results.similar')}
        </p>
      )}
      {list.isCut && <Banner kind="info">{t('start.cut', { count: MAX_COUNT })}</Banner>}
      {shown.length > 0 && (
        <FrameworkTable rows={visible} order={order} onSort={sortBy} isBusy={query.isPlaceholderData} />
      )}
      <div className="row row-between start-end">
        <div className="row">
          <p className="quiet small">{query.isSuccess && count}</p>
          <Suspense>
            <NewFolderButton folder={folder} />
          </Suspense>
        </div>
        {hasMore && (
          <Button onPress={showMore} isPending={query.isFetchingNextPage}>
            {t('start.more')}
          </Button>
        )}
      </div>
      {list.typedQuery !== undefined && !query.isPlaceholderData && filters === NO_FILTERS && folder === null && (
        <Suspense>
          <MeantFrameworks text={list.asked} query={list.typedQuery} shown={visible.map(({ id }) => id)} />
        </Suspense>
      )}
      <Suspense>
        <AboutService />
      </Suspense>
    </div>
  );
}

/** Reserves the place of the filters until they are loaded. */
function FilterPlaces() {
  const { t } = useWords();
  return FILTERS.map((name) => (
    <div key={name} className="field">
      <span className="field-label">{t(`start.${name}`)}</span>
      <div className="button" />
    </div>
  ));
}

/** Shown in an empty repository. */
function FirstSteps() {
  const { t } = useWords();
  return (
    <>
      <EmptyState isPage icon="framework" title={t('start.empty-title')} actions={<StartActions withExample />}>
        {t('start.empty')}
      </EmptyState>
      <Suspense>
        <AboutService />
      </Suspense>
    </>
  );
}
