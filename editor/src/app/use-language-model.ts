import { useIdentities } from './editor.tsx';
import { usePing } from './use-ping.ts';

/** The language model of the service. */
export type LanguageModel = {
  readonly name: string;
  /** Whether the person may use it. Without a key or an account, only if it is public. */
  readonly isAllowed: boolean;
};

/** The language model of the service; null if it has none. */
export function useLanguageModel(): LanguageModel | null {
  const { identities } = useIdentities();
  const ping = usePing();
  if (ping?.languageModel === undefined) return null;
  const { name, public: isPublic } = ping.languageModel;
  return { name, isAllowed: isPublic || identities.length > 0 || typeof ping.ssoPublicKey === 'string' };
}
