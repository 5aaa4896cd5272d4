import * as z from 'zod/mini';
import type { OidcConfig } from '../../base/config/sign-on.ts';
import { Problem } from '../../base/errors/problem.ts';

const address = z.string().check(z.refine((value) => /^https?:/.test(value) && URL.canParse(value)));
const names = z.optional(z.array(z.string()));

/** The used part of a discovery document (OpenID Connect Discovery, 3); other members are preserved. */
const METADATA = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
  end_session_endpoint: z.optional(address),
  registration_endpoint: z.optional(address),
  userinfo_endpoint: z.optional(address),
  scopes_supported: names,
  token_endpoint_auth_methods_supported: names,
  code_challenge_methods_supported: names,
});

/** The discovery document of a provider. */
export type ProviderMetadata = z.infer<typeof METADATA>;

/** The OpenID provider. */
export type Provider = {
  /**
   * Its discovery document, at most five minutes old.
   *
   * @throws Problem `provider-unavailable` (503)
   */
  metadata(): Promise<ProviderMetadata>;
};

const CACHE_MS = 300_000;
const TIMEOUT_MS = 10_000;
const MAX_DOCUMENT_LENGTH = 1 << 20;

/** @param now UTC milliseconds */
export function createProvider(
  { issuer }: Pick<OidcConfig, 'issuer'>,
  fetch: typeof globalThis.fetch,
  now: () => number,
): Provider {
  let cached: { readonly metadata: ProviderMetadata; readonly until: number } | null = null;

  async function load(): Promise<ProviderMetadata> {
    const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The request for the discovery document failed with status ${response.status}.`);
    if (text.length > MAX_DOCUMENT_LENGTH) throw new Error('The discovery document is too long.');
    const metadata = METADATA.parse(JSON.parse(text));
    if (metadata.issuer === issuer) return metadata;
    throw new Error(`The provider calls itself ${metadata.issuer}, not ${issuer} as SVC_OIDC_ISSUER_BASE_URL does.`);
  }

  return {
    async metadata() {
      const time = now();
      if (cached !== null && time < cached.until) return cached.metadata;
      try {
        const metadata = await load();
        cached = { metadata, until: time + CACHE_MS };
        return metadata;
      } catch (cause) {
        const detail = 'The identity provider does not answer now.';
        throw new Problem('provider-unavailable', detail, { retryAfter: 30 }, { cause });
      }
    },
  };
}
