import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useWords } from '../words/use-words.tsx';
import { useEditor } from './editor.tsx';

/**
 * Gets the public key (PEM) that owns what the person creates: the key of the chosen identity, else of the organization's account.
 * Without either, it makes a key first, so that nobody else can change what is created.
 */
export function useOwner(): () => Promise<string> {
  const { t } = useWords();
  const { service, identities } = useEditor();
  const queries = useQueryClient();
  return useCallback(async () => {
    const { current, identities: all } = identities.getSnapshot();
    if (current !== null) return current.publicPem;
    const ping = await queries.fetchQuery({ queryKey: ['ping'], queryFn: () => service.ping() });
    return ping.ssoPublicKey ?? all[0]?.publicPem ?? (await identities.create(t('identity.first-name'))).publicPem;
  }, [t, service, identities, queries]);
}
