import { useQuery } from '@tanstack/react-query';
import { useEditor } from '../../app/editor.tsx';
import { createMeaningComparer, type MeantPairs } from './meant-pairs.ts';
import type { OpenCrosswalk } from './use-crosswalk.ts';

const NONE: MeantPairs = new Map();

/**
 * Pairs of both frameworks that mean something similar, for which the service is asked once. None until it answers, and where it cannot:
 * suggestions do without them.
 *
 * @param isActive whether the person may align
 */
export function useMeantPairs({ documents }: Pick<OpenCrosswalk, 'documents'>, isActive: boolean): MeantPairs {
  const { service } = useEditor();
  const { first, second } = documents;
  const { data = NONE } = useQuery({
    queryKey: ['meant-pairs', first.frameworkId, second.frameworkId],
    enabled: isActive && !first.isEncrypted && !second.isEncrypted,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: ({ signal }) =>
      service.part(createMeaningComparer).compareMeaning(first.frameworkId, second.frameworkId, signal),
  });
  return data;
}
