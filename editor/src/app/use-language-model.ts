import { useIdentities } from './editor.tsx';
import { usePing } from './use-ping.ts';

/** The language model of the service. */
export type LanguageModel = {
  readonly name: string;
  /** Whether the person may use it: those without a key or an account only where it is open to all. */
  readonly isAllowed: boolean;
};

/** The language model of the service; null where it has none. */
export function useLanguageModel(): LanguageModel | null {
  const { identities } = useIdentities();
  const ping = usePing();
  if (ping?.languageModel === undefined) return null;
  const { name, public: isPublic } = ping.languageModel;
  return { name, isAllowed: isPublic || identities.length > 0 || typeof ping.ssoPublicKey === 'string' };
}
