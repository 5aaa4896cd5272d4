import { useMemo, useRef } from 'react';
import { createWriter, type Purpose, type WritingService } from '../service/writer.ts';
import { useEditor } from './editor.tsx';
import { useOwner } from './use-owner.ts';

/** The service, with writes for a purpose. The same object as long as the editor is open. */
export function useWriter(purpose: Purpose): WritingService {
  const { service } = useEditor();
  const ownerOf = useOwner();
  const latest = useRef(ownerOf); // names the key that it makes in the current language
  latest.current = ownerOf;
  return useMemo(() => createWriter(service, purpose, () => latest.current()), [service, purpose]);
}
