import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import { entriesOf, parseProfile, type Standing, standingOf } from '../../learners/profile.ts';
import type { Learner } from './use-learners.ts';

/** How the learners of a group stand. */
export type Matrix = {
  /** null: not known yet, or the competency is not in the profile. */
  readonly standing: (competency: string, learner: string) => Standing | null;
  readonly isPending: boolean;
  /** Why a profile cannot be read; null: all can. */
  readonly error: Error | null;
};

/** The profiles of several learners in a framework, each shown as soon as it has been calculated. */
export function useMatrix(framework: string, learners: readonly Learner[]): Matrix {
  const { service } = useEditor();
  const { identities } = useIdentities();
  const keys = identities.map(({ id }) => id);
  const { standings, isPending, error } = useQueries({
    queries: learners.map(({ id, publicPem }) => ({
      queryKey: ['profile', 'matrix', framework, id, keys],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
        const profile = parseProfile(await service.profile({ frameworkId: framework, subject: publicPem }, signal));
        return new Map(entriesOf(profile).map(({ entry }) => [entry.id, standingOf(entry)]));
      },
    })),
    combine: (results) => ({
      standings: results.map(({ data }) => data),
      isPending: results.some((one) => one.isPending),
      error: results.find((one) => one.error !== null)?.error ?? null,
    }),
  });
  return useMemo(() => {
    const byLearner = new Map(learners.map(({ id }, index) => [id, standings[index]]));
    return { standing: (competency, learner) => byLearner.get(learner)?.get(competency) ?? null, isPending, error };
  }, [learners, standings, isPending, error]);
}
