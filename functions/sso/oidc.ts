import type { OidcConfig, SignOnConfig } from '../../shared/base/config/sign-on.ts';
import type { OutboundSend } from '../../shared/base/outbound/outbound-fetch.ts';
import { createProvider, type Provider } from '../../shared/people/sign-on/provider.ts';
import { createProviderFetch } from '../../shared/people/sign-on/provider-fetch.ts';
import { createSealedCookies, type SealedCookies } from '../../shared/people/sign-on/session.ts';

/** The configuration of OpenID Connect mode. */
export type OidcMode = OidcConfig & SignOnConfig;

/** The dependencies of sign-in and sign-out with OpenID Connect. */
export type Oidc = {
  readonly config: OidcMode;
  readonly provider: Provider;
  readonly cookies: SealedCookies;
  readonly fetch: typeof globalThis.fetch;
};

/** Creates the client of the provider, and the cookies of sessions. */
export function openOidc(config: OidcMode, send: OutboundSend, now: () => number): Oidc {
  const fetch = createProviderFetch(config, send);
  return { config, provider: createProvider(config, fetch, now), cookies: createSealedCookies(config, now), fetch };
}
