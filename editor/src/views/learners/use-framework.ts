import { useQuery } from '@tanstack/react-query';
import { useEditor } from '../../app/editor.tsx';
import { useVault } from '../../app/use-vault.ts';
import { loadFramework } from '../../outline/load.ts';
import type { OutlineState } from '../../outline/state.ts';

/** A framework with its parts. @param id its short id; null: none */
export function useFramework(id: string | null) {
  const { service } = useEditor();
  const vault = useVault();
  return useQuery<OutlineState>({
    queryKey: ['learners-framework', id],
    enabled: id !== null,
    queryFn: async ({ signal }) => (await loadFramework(service, id ?? '', vault, signal)).state,
  });
}
