import { useMemo } from 'react';
import { createVault } from '../identity/vault.ts';
import type { Vault } from '../outline/load.ts';
import { useEditor } from './editor.tsx';

/** Decrypts and encrypts with the keys that the person has at that time. */
export function useVault(): Vault {
  const { identities } = useEditor();
  return useMemo(() => createVault(() => identities.getSnapshot().identities.map(({ key }) => key)), [identities]);
}
