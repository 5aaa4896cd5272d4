import { useQuery } from '@tanstack/react-query';
import { type Loaded, loadFramework } from '../outline/load.ts';
import { useEditor } from './editor.tsx';
import { useVault } from './use-vault.ts';

/** A framework with its parts, as it is stored now: each view reads it again. @param id its short id; null: none */
export function useFramework(id: string | null) {
  const { service } = useEditor();
  const vault = useVault();
  return useQuery<Loaded>({
    queryKey: ['framework', id],
    enabled: id !== null,
    queryFn: ({ signal }) => loadFramework(service, id ?? '', vault, signal),
    staleTime: 0,
    gcTime: 0,
  });
}
