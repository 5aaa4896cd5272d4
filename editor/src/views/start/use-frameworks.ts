import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo } from 'react';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import {
  type Filters,
  fits,
  frameworkRow,
  frameworksRequest,
  NO_FILTERS,
  PAGE_SIZE,
} from '../../app/framework-list.ts';
import { type FrameworkPage, frameworksKey, isPrivate, isShared, openPage } from '../../app/framework-query.ts';
import { type ListOrder, NEWEST } from '../../app/list-order.ts';
import { useVault } from '../../app/use-vault.ts';
import { folderOf } from '../../folders/folder-of.ts';
import type { SearchPage } from '../../service/search.ts';
import { useWords } from '../../words/use-words.tsx';

type Asked = {
  /** As they are typed. */
  readonly words: string;
  /** Short id of a folder; null: all frameworks. */
  readonly folder: string | null;
  readonly filters: Filters;
  readonly order: ListOrder;
};

/** The list of frameworks, page by page, and the rows that are shown of it. */
export function useFrameworks({ words, folder, filters, order }: Asked) {
  const { language } = useWords();
  const { service } = useEditor();
  const { identities } = useIdentities();
  const vault = useVault();
  const asked = useDeferredValue(words);
  const isNarrowed = asked.trim() !== '' || filters !== NO_FILTERS;
  const isPlain = !isNarrowed && folder === null && order === NEWEST;
  const mine = useMemo(() => identities.map(({ publicPem }) => publicPem), [identities]);

  const query = useInfiniteQuery({
    queryKey: frameworksKey(identities, isPlain ? null : { words: asked, folder, filters, order, language }),
    queryFn: async ({ pageParam, signal }): Promise<FrameworkPage> => {
      if (pageParam !== null) return openPage(await pageParam(signal), vault);
      if (isPlain) return openPage(await service.search(frameworksRequest(), signal), vault);
      const { readNarrowed } = await import('./narrowed-list.ts');
      const narrowing = { words: asked, folder, filters, order };
      return readNarrowed(narrowing, { service, vault, mine, language }, signal);
    },
    initialPageParam: null as SearchPage['next'],
    getNextPageParam: (page) => page.next,
    placeholderData: (before) => before,
  });
  const { hasNextPage, fetchNextPage, isFetching, isFetchNextPageError: isRefused } = query;
  const isShort = isPlain && query.data?.pages.length === 1 && (query.data.pages[0]?.objects.length ?? 0) < PAGE_SIZE;
  useEffect(() => {
    // the list that was shown before the editor
    if (isShort && hasNextPage && !isFetching && !isRefused) void fetchNextPage();
  }, [isShort, hasNextPage, isFetching, isRefused, fetchNextPage]);

  const rows = useMemo(() => {
    const keys = new Set(mine);
    return (query.data?.pages ?? []).flatMap(({ objects, stored = objects, times = [] }) =>
      objects.map((object, index) => {
        const kept = stored[index] ?? object;
        const row = frameworkRow(object, service.base, language, times[index] ?? null);
        return { ...row, object, isPrivate: isPrivate(kept), isShared: isShared(kept, keys) };
      }),
    );
  }, [query.data, service.base, language, mine]);
  const keys = new Set(mine);
  const shown = rows.filter((row) => fits(row, filters, keys) && (folder === null || folderOf(row.object) === folder));
  const [first] = query.data?.pages ?? [];
  const isWhole = order !== NEWEST || filters !== NO_FILTERS;
  return {
    query,
    /** The words that the list is asked for. */
    asked,
    /** All that are loaded. */
    rows,
    shown,
    isNarrowed,
    /** Whether all are loaded, up to a number. */
    isWhole,
    /** The number of those that fit; null: it is not known. */
    total: isWhole ? shown.length : folder === null ? (first?.total ?? null) : null,
    /** The query that found what was typed; null: nothing has its words; undefined: nothing was typed. */
    typedQuery: first?.typedQuery,
    isCut: first?.isCut === true,
  };
}
