import { parsePublicKey } from '../../../../shared/base/crypto/public-key.ts';
import { useIdentities } from '../../app/editor.tsx';
import { useSignOn } from '../../app/use-sign-on.ts';
import { useWords } from '../../words/use-words.tsx';
import type { Learner } from './use-learners.ts';

/** The person as a learner: the chosen identity, else the account of the organization; null without a key. */
export function useSelf(): Learner | null {
  const { t } = useWords();
  const { current } = useIdentities();
  const { signOn } = useSignOn();
  if (current !== null) return { id: current.id, name: current.name, publicPem: current.publicPem, isHeld: true };
  if (signOn.kind !== 'signed-in') return null;
  const { fingerprint, pem } = parsePublicKey(signOn.publicPem);
  return { id: fingerprint, name: t('identity.account'), publicPem: pem, isHeld: false };
}
