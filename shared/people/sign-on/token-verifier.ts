import { createRemoteJWKSet, customFetch, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { Problem } from '../../base/errors/problem.ts';
import type { IdentityProof } from '../../repository/sign-on.ts';
import { type AccessTokenAudience, isAccessToken } from './access-token.ts';
import { identityOf, parseClaims } from './identity.ts';

/** Verifies bearer tokens (RFC 6750) that are JWTs (RFC 7519). */
export type TokenVerifier = {
  /**
   * @throws Problem `token-refused` (401), or `provider-unavailable` (503) when the keys of the provider cannot be loaded
   */
  verify(token: string): Promise<IdentityProof>;
};

/** How the tokens of a mode are verified. */
export type TokenRules = {
  readonly verify: (token: string, options: JWTVerifyOptions) => Promise<{ readonly payload: JWTPayload }>;
  readonly algorithms: readonly string[];
  /** Accepted `iss` claims; null: any. */
  readonly issuers: readonly string[] | null;
  /** Required `aud` claim; null: none. */
  readonly audience: string | null;
  /** Required `azp` claim; null: none. */
  readonly client: string | null;
  /** For providers that also issue ID tokens, which are not accepted; null: any token is accepted. */
  readonly accessTokens: AccessTokenAudience | null;
  /** Name space of the users; null: the `iss` claim. */
  readonly nameSpace: string | null;
  /** Whether issuing a token is an authentication of the user. */
  readonly freshWhenIssued: boolean;
};

/** Algorithms with a public key. */
export const ASYMMETRIC = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');
/** Algorithms with a shared secret. */
export const SYMMETRIC = ['HS256', 'HS384', 'HS512'];

const MAX_TOKEN_LENGTH = 16_384;
const CLOCK_TOLERANCE_SECONDS = 30;
const TYPES = new Set(['jwt', 'at+jwt', 'application/at+jwt']);

/** How long a verified token is cached at most, so that keys that the provider withdraws expire here too. */
const REMEMBER_MS = 300_000;
/** Maximum length of all cached tokens. */
const CACHE_SIZE = 4_000_000;

/** A verifier that caches the tokens it has verified. @param now UTC milliseconds */
export function createTokenVerifier(rules: TokenRules, now: () => number): TokenVerifier {
  const remembered = new LRUCache<string, { readonly proof: IdentityProof; readonly until: number }>({
    maxSize: CACHE_SIZE,
    sizeCalculation: (_entry, token) => token.length,
  });

  async function verifyNew(token: string): Promise<IdentityProof> {
    const type = plainType(token);
    const { payload } = await rules
      .verify(token, {
        algorithms: [...rules.algorithms],
        requiredClaims: ['sub', 'exp'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(now()),
        ...(rules.issuers !== null && { issuer: [...rules.issuers] }),
        ...(rules.audience !== null && { audience: rules.audience }),
      })
      .catch((error: unknown) => {
        throw problemOf(error);
      });
    if ((payload.iat ?? 0) > now() / 1000 + CLOCK_TOLERANCE_SECONDS) throw refused('it was issued in the future');
    if (rules.accessTokens !== null && !isAccessToken(type, payload, rules.accessTokens)) {
      throw refused('it is an ID token, or not marked as an access token');
    }
    if (rules.client !== null && payload['azp'] !== rules.client) throw refused('it was issued to another client');
    return proofOf(payload, rules);
  }

  return {
    async verify(token) {
      const time = now();
      const known = remembered.get(token);
      if (known !== undefined && time < known.until) return known.proof;
      const proof = await verifyNew(token);
      remembered.set(token, { proof, until: Math.min(proof.expires, time + REMEMBER_MS) });
      return proof;
    },
  };
}

/** The identity in a verified token. @throws Problem `token-refused` (401) */
function proofOf(payload: JWTPayload, rules: Pick<TokenRules, 'nameSpace' | 'freshWhenIssued'>): IdentityProof {
  const claims = parseClaims(payload);
  if (claims === null) throw refused('its subject is missing or too long');
  const authenticated = claims.auth_time ?? (rules.freshWhenIssued ? payload.iat : undefined);
  return {
    identity: identityOf(claims, rules.nameSpace ?? payload.iss ?? ''),
    expires: (payload.exp ?? 0) * 1000,
    authenticated: authenticated === undefined ? null : authenticated * 1000,
    by: 'token',
  };
}

/** The key set of a provider: loaded when first used, and again for an unknown key, at most every five seconds. */
export function remoteKeys(url: string, fetch: typeof globalThis.fetch) {
  return createRemoteJWKSet(new URL(url), {
    [customFetch]: (address, init) => fetch(address, { ...init, redirect: 'manual' }),
    cacheMaxAge: 300_000,
    cooldownDuration: 5000,
    timeoutDuration: 5000,
  });
}

/** Rules for tokens that are signed with a secret. */
export function verifyWithSecret(secret: string): TokenRules['verify'] {
  const key = new TextEncoder().encode(secret);
  return (token, options) => jwtVerify(token, key, options);
}

/** The problem of a rejected token. */
export function refused(why: string): Problem {
  return new Problem('token-refused', `The bearer token is not accepted: ${why}.`, { where: 'Authorization' });
}

/**
 * The type of a token, in lower case. Refuses any text that is not a signed, uncompressed JWT of a reasonable size, before its contents
 * are used.
 */
function plainType(token: string): string {
  if (token.length > MAX_TOKEN_LENGTH) throw refused('it is too long');
  const { typ, zip } = protectedHeader(token);
  if (zip !== undefined) throw refused('it is compressed');
  const type = typeof typ === 'string' ? typ.toLowerCase() : '';
  if (!TYPES.has(type)) throw refused('its type is neither JWT nor at+jwt');
  return type;
}

function protectedHeader(token: string): { readonly typ?: unknown; readonly zip?: unknown } {
  try {
    const [header = ''] = token.split('.');
    const value: unknown = JSON.parse(atob(header.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof errors.JWTExpired) return refused('it has expired');
  const isVerdict = error instanceof errors.JOSEError && !UNAVAILABLE.has(error.code);
  if (isVerdict) return refused('it is not valid here');
  return new Problem(
    'provider-unavailable',
    'The keys of the identity provider cannot be loaded now.',
    { retryAfter: 30 },
    { cause: error },
  );
}

/** Codes of errors that do not concern the token. */
const UNAVAILABLE = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC']);
