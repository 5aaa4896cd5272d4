import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import { useVault } from '../../app/use-vault.ts';
import { loadComments } from '../../comments/stored-comments.ts';
import { openCounts, type Thread, threadsOf } from '../../comments/threads.ts';
import { frameworkOf, listedIds, type OutlineState } from '../../outline/state.ts';
import { accessOf } from '../../sharing/access.ts';

/** The comments on a framework, by what they are about; undefined while they are being read. */
export function useThreads(state: OutlineState): ReadonlyMap<string, readonly Thread[]> | undefined {
  const { service } = useEditor();
  const { identities } = useIdentities();
  const vault = useVault();
  const { frameworkId } = state;
  const framework = frameworkOf(state);
  const { data: comments } = useQuery({
    queryKey: [...commentsKey(frameworkId), identities.map(({ id }) => id)],
    queryFn: ({ signal }) => loadComments(service, vault, frameworkId, signal),
    placeholderData: (before) => before, // the first comment of a person makes a key
  });
  return useMemo(() => {
    if (comments === undefined) return undefined;
    const owners = accessOf(framework).owners.map(({ fingerprint }) => fingerprint);
    return threadsOf(comments, frameworkId, new Set(listedIds(framework, 'competency')), new Set(owners));
  }, [comments, framework, frameworkId]);
}

/** The number of unresolved comments by what they are about. */
export function useOpenCounts(state: OutlineState): ReadonlyMap<string, number> {
  const threads = useThreads(state);
  return useMemo(() => openCounts(threads ?? new Map()), [threads]);
}

/** Reads the comments again when somebody writes one, as long as they are shown. */
export function useLiveComments(frameworkId: string): void {
  const { service } = useEditor();
  const queries = useQueryClient();
  useEffect(
    () =>
      service.subscribe(
        { type: '*comment' },
        { changed: () => void queries.invalidateQueries({ queryKey: commentsKey(frameworkId) }) },
      ),
    [service, queries, frameworkId],
  );
}

/** The key of the queries for the comments on a framework. */
export function commentsKey(frameworkId: string): readonly unknown[] {
  return ['comments', frameworkId];
}
