import { useQuery } from '@tanstack/react-query';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import { parseProfile } from '../../learners/profile.ts';
import type { Learner } from './use-learners.ts';

/**
 * The profile of a learner in a framework, with its reasons.
 *
 * @param frameworkId its short id; null: none
 * @param whatIf ids of competencies that are taken as achieved
 */
export function useProfile({ id, publicPem }: Learner, frameworkId: string | null, whatIf: readonly string[]) {
  const { service } = useEditor();
  const { identities } = useIdentities();
  return useQuery({
    queryKey: ['profile', frameworkId, id, whatIf, identities.map((one) => one.id)],
    enabled: frameworkId !== null,
    queryFn: async ({ signal }) => {
      const hypothetical = whatIf.map((competency) => ({ competency }));
      const request = { frameworkId: frameworkId ?? '', subject: publicPem, explain: true };
      return parseProfile(
        await service.profile({ ...request, ...(whatIf.length > 0 && { whatIf: hypothetical }) }, signal),
      );
    },
    placeholderData: (before) => before,
  });
}
