import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEditor } from '../../app/editor.tsx';
import type { OperationRecord } from '../../service/operations.ts';

const REFRESH_MS = 2000;

/** The last operation of each kind, kept up to date. */
export function useOperations(): UseQueryResult<readonly OperationRecord[]> {
  const { service } = useEditor();
  return useQuery({
    queryKey: ['operations'],
    queryFn: ({ signal }) => service.operations(signal),
    refetchInterval: REFRESH_MS,
  });
}
