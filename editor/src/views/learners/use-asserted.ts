import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import { type KnownPerson, peopleOf } from '../../identity/people.ts';
import { assertedLearners, MAX_PAGES } from '../../learners/known-learners.ts';
import type { SearchPage } from '../../service/search.ts';

type Named = Pick<KnownPerson, 'id' | 'name' | 'publicPem'>;

/** How far records have been searched for learners. */
export type Reading = {
  /** Whether none of the records have been read yet. */
  readonly isPending: boolean;
  /** Whether more records are being read. */
  readonly isReading: boolean;
  /** Whether there are older records that are not read. */
  readonly isCut: boolean;
};

type Wanted = {
  readonly isEnabled: boolean;
  /** Id of a learner after whom no more are wanted; null: all are wanted. */
  readonly until: string | null;
};

type Page = { readonly named: readonly Named[]; readonly next: SearchPage['next'] };

/** The learners in assertions that the person may read, by id. The latest assertions are read first; only keys and names are kept. */
export function useAsserted({ isEnabled, until }: Wanted): Reading & { readonly asserted: ReadonlyMap<string, Named> } {
  const { service } = useEditor();
  const { identities } = useIdentities();
  const { data, isPending, isError, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['asserted-learners', identities.map(({ id }) => id)],
    enabled: isEnabled,
    refetchOnWindowFocus: false, // there may be many pages
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const keys = identities.map(({ key }) => key);
      const { learners, next } = await assertedLearners(service, keys, pageParam, signal);
      const people = await peopleOf(service, [...learners.keys()], signal);
      const named = [...learners].map(([id, publicPem]) => {
        return { id, publicPem, name: people.get(id)?.name ?? id.slice(0, 8) };
      });
      return { named, next };
    },
    initialPageParam: null as SearchPage['next'],
    getNextPageParam: ({ next }, pages) => (pages.length < MAX_PAGES ? next : null),
  });
  const asserted = useMemo(
    () => new Map((data?.pages ?? []).flatMap(({ named }) => named.map((one) => [one.id, one]))),
    [data],
  );
  const last = data?.pages.at(-1);
  const isWanted = isEnabled && hasNextPage && !isError && (until === null || !asserted.has(until));
  useEffect(() => {
    if (isWanted && !isFetching) void fetchNextPage();
  }, [isWanted, isFetching, fetchNextPage]);
  return {
    asserted,
    isPending,
    isReading: isEnabled && (isPending || isWanted),
    isCut: last !== undefined && last.next !== null && !hasNextPage,
  };
}
