import type { OidcConfig, PlatformOneConfig } from '../config/sign-on.ts';
import { ANY_PUBLIC, allBelow } from '../outbound/allow-list.ts';
import { createOutboundFetch, type OutboundSend } from '../outbound/outbound-fetch.ts';

/** Discovery documents, keys, tokens and claims are far smaller. */
const LIMITS = { maxBytes: 1 << 20, timeoutMs: 10_000, types: ['application/json', '+json', 'application/jwt'] };

/**
 * Fetches from an identity provider: from the origins that the operator configured, wherever they are, and what the provider names
 * elsewhere from the public internet. FETCH_ALLOW_LIST is not for these: the operator chose the provider.
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
