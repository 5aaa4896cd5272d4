import { parsePublicKey } from '../../../shared/base/crypto/public-key.ts';
import { useWords } from '../words/use-words.tsx';
import { useIdentities } from './editor.tsx';
import { useKeyNames } from './use-key-names.ts';
import { useSignOn } from './use-sign-on.ts';

/** How the holder of a key is shown. */
export type Holder = { readonly name: string; readonly isMine: boolean };

/** The holders of keys; a holder without a name gets a description. @param ids fingerprints */
export function useHolders(ids: readonly string[]): (id: string) => Holder {
  const { t } = useWords();
  const { identities } = useIdentities();
  const { signOn } = useSignOn();
  const nameOf = useKeyNames(ids);
  const account = signOn.kind === 'signed-in' ? parsePublicKey(signOn.publicPem).fingerprint : null;
  return (id) => {
    const isMine = id === account || identities.some((one) => one.id === id);
    const name = id === account ? t('identity.account') : nameOf(id);
    return { name: name ?? t('sharing.unknown', { key: id.slice(0, 8) }), isMine };
  };
}
