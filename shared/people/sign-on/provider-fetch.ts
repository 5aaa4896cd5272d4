import type { OidcConfig, PlatformOneConfig } from '../../base/config/sign-on.ts';
import { ANY_PUBLIC, allBelow } from '../../base/outbound/allow-list.ts';
import { createOutboundFetch, type OutboundSend } from '../../base/outbound/outbound-fetch.ts';

/** Limits of a response; discovery documents, key sets, tokens and claims are much smaller. */
const LIMITS = { maxBytes: 1 << 20, timeoutMs: 10_000, types: ['application/json', '+json', 'application/jwt'] };

/**
 * Fetches from an identity provider. The configured origins may be in a private network; other addresses in the provider's metadata must
 * be public. FETCH_ALLOW_LIST does not apply, since the operator chose the provider.
 */
export function createProviderFetch(
  config: OidcConfig | PlatformOneConfig,
  send: OutboundSend,
): typeof globalThis.fetch {
  const trusted = addressesOf(config).map((address) => allBelow(new URL(address).origin));
  return createOutboundFetch({ allowed: ANY_PUBLIC, trusted }, LIMITS, send);
}

function addressesOf(config: OidcConfig | PlatformOneConfig): readonly string[] {
  if (config.mode === 'oidc') return [config.issuer, config.externalIssuer];
  return config.verification.by === 'jwks' ? [config.verification.url] : [];
}
