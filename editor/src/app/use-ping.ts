import { useQuery } from '@tanstack/react-query';
import type { Ping } from '../service/ping.ts';
import { useEditor } from './editor.tsx';

/** What the service says of itself and of the caller; undefined until it is known. */
export function usePing(): Ping | undefined {
  const { service } = useEditor();
  return useQuery({ queryKey: ['ping'], queryFn: ({ signal }) => service.ping(signal) }).data;
}
