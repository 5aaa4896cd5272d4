import { useQuery } from '@tanstack/react-query';
import type { Ping } from '../service/ping.ts';
import { useEditor } from './editor.tsx';

/** What the service reports about itself and the caller; undefined until the answer arrives. */
export function usePing(): Ping | undefined {
  const { service } = useEditor();
  return useQuery({ queryKey: ['ping'], queryFn: ({ signal }) => service.ping(signal) }).data;
}
