import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import {
  FILTERS,
  type Filters,
  fits,
  frameworkRow,
  frameworksRequest,
  NO_FILTERS,
  PAGE_SIZE,
} from '../../app/framework-list.ts';
import { type FrameworkPage, frameworksKey, isPrivate } from '../../app/framework-query.ts';
import { frameworkPath } from '../../app/paths.ts';
import { useFaultMessage } from '../../app/use-fault.tsx';
import { usePageTitle } from '../../app/use-page-title.ts';
import { useVault } from '../../app/use-vault.ts';
import { folderOf } from '../../folders/folder-of.ts';
import type { SearchPage } from '../../service/search.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, EmptyState, Skeleton } from '../../ui/feedback.tsx';
import { SearchField } from '../../ui/fields.tsx';
import { useWords } from '../../words/use-words.tsx';
import { FrameworkTable } from './framework-table.tsx';
import { StartActions } from './start-actions.tsx';

/** Loaded after the list, which can be used without them. */
const Unsent = lazy(async () => ({ default: (await import('./unsent.tsx')).Unsent }));
const FilterBar = lazy(async () => ({ default: (await import('./filter-bar.tsx')).FilterBar }));

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
  const { t, language } = useWords();
  const { service, announce } = useEditor();
  const faultMessage = useFaultMessage();
  const { identities } = useIdentities();
  const vault = useVault();
  const [words, setWords] = useState('');
  const [filters, setFilters] = useState<Filters>(NO_FILTERS);
  const asked = useDeferredValue(words);
  usePageTitle(t('start.title'));

  const query = useInfiniteQuery({
    queryKey: [...frameworksKey(asked, identities), ...(folder === null ? [] : [folder])],
    queryFn: async ({ pageParam, signal }): Promise<FrameworkPage> => {
      const request =
        folder === null ? frameworksRequest : (await import('../folders/folder-query.ts')).requestIn(folder);
      const page = await (pageParam === null ? service.search(request(asked), signal) : pageParam(signal));
      const opened = page.objects.map(async (one) => (await vault.open(one)) ?? one);
      return { ...page, objects: await Promise.all(opened), stored: page.objects };
    },
    initialPageParam: null as SearchPage['next'],
    getNextPageParam: (page) => page.next,
    placeholderData: (before) => before,
  });
  const { hasNextPage, fetchNextPage, isFetching, isFetchNextPageError: isRefused } = query;
  const isShort = query.data?.pages.length === 1 && (query.data.pages[0]?.objects.length ?? 0) < PAGE_SIZE;
  useEffect(() => {
    // the list that was shown before the editor
    if (isShort && hasNextPage && !isFetching && !isRefused) void fetchNextPage();
  }, [isShort, hasNextPage, isFetching, isRefused, fetchNextPage]);
  const rows = useMemo(
    () =>
      (query.data?.pages ?? []).flatMap(({ objects, stored }) =>
        objects.map((object, index) => ({
          ...frameworkRow(object, service.base, language),
          object,
          isPrivate: isPrivate(stored?.[index] ?? object),
        })),
      ),
    [query.data, service.base, language],
  );
  const mine = useMemo(() => new Set(identities.map(({ publicPem }) => publicPem)), [identities]);
  const shown = rows.filter((row) => fits(row, filters, mine) && (folder === null || folderOf(row.object) === folder));
  const isNarrowed = asked.trim() !== '' || filters !== NO_FILTERS;
  const count = t('start.count', { count: shown.length });
  useEffect(() => {
    if (isNarrowed && query.isSuccess) announce(count);
  }, [isNarrowed, query.isSuccess, count, announce]);

  if (query.isSuccess && rows.length === 0 && !isNarrowed && folder === null) return <FirstSteps />;
  const clear = (): void => {
    setWords('');
    setFilters(NO_FILTERS);
  };
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t('start.title')}</h1>
        <div className="row">
          <StartActions />
        </div>
      </div>
      <div className="start-tools">
        <SearchField label={t('start.filter')} value={words} onChange={setWords} />
        <Suspense fallback={<FilterPlaces />}>
          <FilterBar rows={rows} filters={filters} onChange={setFilters} />
        </Suspense>
      </div>
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
      {shown.length > 0 && <FrameworkTable rows={shown} />}
      <div className="row row-between start-end">
        <div className="row">
          <p className="quiet small">{query.isSuccess && count}</p>
          <Suspense>
            <NewFolderButton folder={folder} />
          </Suspense>
        </div>
        {query.hasNextPage && (
          <Button onPress={() => void query.fetchNextPage()} isPending={query.isFetchingNextPage}>
            {t('start.more')}
          </Button>
        )}
      </div>
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
    <EmptyState isPage icon="framework" title={t('start.empty-title')} actions={<StartActions withExample />}>
      {t('start.empty')}
    </EmptyState>
  );
}
