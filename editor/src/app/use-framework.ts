import { useQuery } from '@tanstack/react-query';
import { type Loaded, loadFramework } from '../outline/load.ts';
import { loadScheme } from '../schemes/load-scheme.ts';
import { useEditor } from './editor.tsx';
import type { RootKind } from './paths.ts';
import { useVault } from './use-vault.ts';

/** A framework or a concept scheme with its parts, as it is stored now: each view reads it again. @param id its short id; null: none */
export function useFramework(id: string | null, kind: RootKind = 'framework') {
  const { service } = useEditor();
  const vault = useVault();
  return useQuery<Loaded>({
    queryKey: [kind, 'loaded', id],
    enabled: id !== null,
    queryFn: ({ signal }) => (kind === 'framework' ? loadFramework : loadScheme)(service, id ?? '', vault, signal),
    staleTime: 0,
    gcTime: 0,
  });
}
