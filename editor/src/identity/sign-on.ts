import type { Ping } from '../service/ping.ts';

/** How the person can sign in with an account of the organization. */
export type SignOn =
  | { readonly kind: 'none' }
  | { readonly kind: 'signed-out'; readonly loginAddress: string }
  | {
      readonly kind: 'signed-in';
      /** The key that the service holds for the user, as PEM. */
      readonly publicPem: string;
      /** The keys of the user's groups, as PEM. */
      readonly groupPems: readonly string[];
      /** null: the platform in front of the service handles signing in and out. */
      readonly logoutAddress: string | null;
    };

/**
 * @param returnTo the address of the page to come back to after signing in
 * @param signedOutTo the address after signing out: one that is registered at the provider
 */
export function signOnOf(ping: Ping, returnTo: string, signedOutTo: string): SignOn {
  const withRedirect = (address: string, redirectUrl: string): string =>
    `${address}?${new URLSearchParams({ redirectUrl })}`;
  if (ping.ssoPublicKey) {
    const logoutAddress = ping.ssoLogout ? withRedirect(ping.ssoLogout, signedOutTo) : null;
    const groupPems = ping.ssoAdditionalPublicKeys ?? [];
    return { kind: 'signed-in', publicPem: ping.ssoPublicKey, groupPems, logoutAddress };
  }
  return ping.ssoLogin ? { kind: 'signed-out', loginAddress: withRedirect(ping.ssoLogin, returnTo) } : { kind: 'none' };
}
