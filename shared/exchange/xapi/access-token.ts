import type { XapiConfig } from '../../base/config/xapi.ts';
import { Problem } from '../../base/errors/problem.ts';
import { ANY_PUBLIC, allBelow } from '../../base/outbound/allow-list.ts';
import { createOutboundFetch, type OutboundSend } from '../../base/outbound/outbound-fetch.ts';

/** Tokens are renewed this long before they expire. */
const MARGIN_MS = 60_000;

/** Assumed lifetime of tokens that do not say when they expire. */
const DEFAULT_TTL_MS = 5 * 60_000;

const LIMITS = { maxBytes: 1 << 20, timeoutMs: 10_000, types: ['application/json', '+json'] };

/**
 * Values of `Authorization` from an OAuth provider (RFC 6749, 4.4: client credentials), which is found by its metadata. A token is used
 * until it expires.
 *
 * @returns a function that throws Problem `fetch-failed` (502) when the provider gives none
 */
export function createAccessTokens(
  { issuer, clientId, clientSecret }: NonNullable<XapiConfig['client']>,
  openSend: () => Promise<OutboundSend>,
  now: () => number,
): () => Promise<string> {
  let cached: { readonly authorization: string; readonly until: number } | null = null;

  async function request(): Promise<NonNullable<typeof cached>> {
    const client = await import('openid-client');
    const policy = { allowed: ANY_PUBLIC, trusted: [allBelow(new URL(issuer).origin)] };
    const fetch = createOutboundFetch(policy, LIMITS, await openSend());
    const configuration = await client.discovery(
      new URL(issuer),
      clientId,
      {},
      client.ClientSecretBasic(clientSecret),
      {
        [client.customFetch]: (url, options) => fetch(url, options as RequestInit), // the same but for a narrower body
        execute: issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
      },
    );
    const { access_token: token, expiresIn } = await client.clientCredentialsGrant(configuration);
    const seconds = expiresIn();
    const ttlMs = seconds === undefined ? DEFAULT_TTL_MS : seconds * 1000;
    return { authorization: `Bearer ${token}`, until: now() + ttlMs - MARGIN_MS };
  }

  return async () => {
    if (cached === null || now() >= cached.until) {
      try {
        cached = await request();
      } catch (cause) {
        throw new Problem(
          'fetch-failed',
          `The provider ${issuer} gives no token for learning record stores.`,
          {},
          { cause },
        );
      }
    }
    return cached.authorization;
  };
}
