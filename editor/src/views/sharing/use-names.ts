import { useQuery } from '@tanstack/react-query';
import { parsePublicKey } from '../../../../shared/crypto/public-key.ts';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import { useSignOn } from '../../app/use-sign-on.ts';
import { peopleOf } from '../../identity/people.ts';
import { useWords } from '../../words/use-words.tsx';

/** How the holder of a key is shown. */
export type Named = { readonly name: string; readonly isMine: boolean };

/** Names the holders of keys: the person's own identities, contacts, and people of the repository. @param ids fingerprints */
export function useNames(ids: readonly string[]): (id: string) => Named {
  const { t } = useWords();
  const { service } = useEditor();
  const { identities, contacts } = useIdentities();
  const { signOn } = useSignOn();
  const account = signOn.kind === 'signed-in' ? parsePublicKey(signOn.publicPem).fingerprint : null;
  const { data: people } = useQuery({
    queryKey: ['people', ...ids],
    queryFn: ({ signal }) => peopleOf(service, ids, signal),
    placeholderData: (before) => before,
  });
  return (id) => {
    const mine = identities.find((one) => one.id === id);
    if (mine !== undefined) return { name: mine.name, isMine: true };
    if (id === account) return { name: t('identity.account'), isMine: true };
    const known = contacts.find((one) => one.id === id) ?? people?.get(id);
    return { name: known?.name ?? t('sharing.unknown', { key: id.slice(0, 8) }), isMine: false };
  };
}
