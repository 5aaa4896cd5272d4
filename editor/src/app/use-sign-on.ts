import { type SignOn, signOnOf } from '../identity/sign-on.ts';
import { useEditor, useIdentities } from './editor.tsx';
import { usePing } from './use-ping.ts';

/** The person's account of the organization, and whether the person may operate the service. */
export function useSignOn(): { readonly signOn: SignOn; readonly isAdmin: boolean } {
  const { service } = useEditor();
  const { identities } = useIdentities();
  const ping = usePing();
  if (ping === undefined) return { signOn: { kind: 'none' }, isAdmin: false };
  const held = [ping.ssoPublicKey, ...(ping.ssoAdditionalPublicKeys ?? [])];
  const mine = new Set<unknown>([...identities.map(({ publicPem }) => publicPem), ...held]);
  return {
    signOn: signOnOf(ping, window.location.href.replace(/#.*/, ''), new URL('..', service.base).href),
    isAdmin: ping.adminPublicKeys.some((admin) => mine.has(admin)),
  };
}
