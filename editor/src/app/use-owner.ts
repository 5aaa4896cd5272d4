import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useWords } from '../words/use-words.tsx';
import { useEditor } from './editor.tsx';

/**
 * Gives the public key, as PEM, that owns what the person creates: that of the chosen identity, else of the account of the organization.
 * Without either, a key is made first, so that nobody else can change it.
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
