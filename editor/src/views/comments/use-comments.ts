import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import { useVault } from '../../app/use-vault.ts';
import { useWriter } from '../../app/use-writer.ts';
import { alignComments, loadComments } from '../../comments/stored-comments.ts';
import { openCounts, type Thread, threadsOf } from '../../comments/threads.ts';
import { frameworkOf, listedIds, type OutlineState } from '../../outline/state.ts';
import { accessOf } from '../../sharing/access.ts';

/** The comments on a framework, by what they are about; undefined while they are being read. */
export function useThreads(state: OutlineState): ReadonlyMap<string, readonly Thread[]> | undefined {
  const { frameworkId } = state;
  const framework = frameworkOf(state);
  const { data: comments } = useComments(frameworkId);
  return useMemo(() => {
    if (comments === undefined) return undefined;
    const owners = accessOf(framework).owners.map(({ fingerprint }) => fingerprint);
    return threadsOf(comments, frameworkId, new Set(listedIds(framework, 'competency')), new Set(owners));
  }, [comments, framework, frameworkId]);
}

/** Gives comments that the person has written the access of the framework, when its owners have changed that meanwhile. */
export function useAlignedComments(state: OutlineState): void {
  const { service: reader } = useEditor();
  const service = useWriter('comment');
  const { identities } = useIdentities();
  const vault = useVault();
  const queries = useQueryClient();
  const { frameworkId } = state;
  const comments = useComments(frameworkId).data;
  const framework = frameworkOf(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the access may be another one when the framework is
  useEffect(() => {
    const mine = new Set(identities.map(({ id }) => id));
    if (!comments?.some(({ owners }) => owners.some((id) => mine.has(id)))) return;
    const align = async (): Promise<void> => {
      const access = accessOf((await reader.read(frameworkId)).object);
      const saved = await alignComments(service, vault, comments, access, mine);
      if (saved > 0) await queries.invalidateQueries({ queryKey: commentsKey(frameworkId) });
    };
    align().catch(() => {}); // they are aligned the next time
  }, [comments, framework, identities, reader, service, vault, queries, frameworkId]);
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

/** All comments on a framework that the person may read. */
export function useComments(frameworkId: string) {
  const { service } = useEditor();
  const { identities } = useIdentities();
  const vault = useVault();
  return useQuery({
    queryKey: [...commentsKey(frameworkId), identities.map(({ id }) => id)],
    queryFn: ({ signal }) => loadComments(service, vault, frameworkId, signal),
    placeholderData: (before) => before, // the first comment of a person makes a key
  });
}

/** The key of the queries for the comments on a framework. */
export function commentsKey(frameworkId: string): readonly unknown[] {
  return ['comments', frameworkId];
}
