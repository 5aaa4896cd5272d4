import { decodeJwt, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { OidcConfig, PlatformOneConfig } from '../../base/config/sign-on.ts';
import { Problem } from '../../base/errors/problem.ts';
import type { ReceivedRequest } from '../../repository/sign-on.ts';
import type { Provider } from './provider.ts';
import { proofOfSession, type SealedCookies } from './session.ts';
import type { IdentityReader } from './sign-on.ts';
import {
  ASYMMETRIC,
  createTokenVerifier,
  refused,
  remoteKeys,
  SYMMETRIC,
  type TokenRules,
  type TokenVerifier,
  verifyWithSecret,
} from './token-verifier.ts';

/** The dependencies of identity readers. */
export type ReaderParts = {
  readonly now: () => number;
  readonly fetch: typeof globalThis.fetch;
  /** Whether a request comes from a proxy that the operator trusts. */
  readonly isTrustedProxy: (peerAddress: string | undefined) => boolean;
};

/** Reads session cookies and the provider's access tokens. */
export function oidcReader(
  config: OidcConfig,
  provider: Provider,
  cookies: SealedCookies,
  { now, fetch }: Pick<ReaderParts, 'now' | 'fetch'>,
): IdentityReader {
  const tokens = createTokenVerifier(
    {
      verify: verifyWithKeysOf(provider, fetch),
      algorithms: ASYMMETRIC,
      issuers: [config.issuer, config.externalIssuer],
      audience: config.audience,
      client: null,
      accessTokens: config,
      nameSpace: config.issuer,
      freshWhenIssued: false,
    },
    now,
  );
  return async ({ request, isHandshake }) => {
    const token = bearerToken(request);
    if (token !== null) return tokens.verify(token);
    const session = await cookies.session(request);
    if (session === null || session.identity.issuer !== config.issuer) return null;
    if (isHandshake || !SAFE_METHODS.has(request.method)) requireOwnOrigin(request, config);
    return proofOfSession(session);
  };
}

/** Reads tokens signed with the secret of the JWT mode. */
export function jwtReader(secret: string, now: () => number): IdentityReader {
  return readToken(
    createTokenVerifier(
      {
        verify: verifyWithSecret(secret),
        algorithms: SYMMETRIC,
        issuers: null,
        audience: null,
        client: null,
        accessTokens: null,
        nameSpace: null,
        freshWhenIssued: true,
      },
      now,
    ),
  );
}

/** Reads the tokens that the government platform adds to requests. */
export function platformReader(config: PlatformOneConfig, { now, fetch, isTrustedProxy }: ReaderParts): IdentityReader {
  const { verification, issuer, client } = config;
  const rules = {
    issuers: issuer === null ? null : [issuer],
    audience: null,
    client,
    accessTokens: null,
    nameSpace: null,
    freshWhenIssued: false,
  };
  if (verification.by === 'mesh') {
    const tokens = createTokenVerifier({ ...rules, verify: verifiedByMesh, algorithms: [] }, now);
    return async ({ request, peerAddress }) => {
      const token = bearerToken(request);
      if (token === null) return null;
      if (!isTrustedProxy(peerAddress)) throw refused('it does not come through a trusted proxy');
      return tokens.verify(token);
    };
  }
  if (verification.by === 'secret') {
    const verify = verifyWithSecret(verification.secret);
    return readToken(createTokenVerifier({ ...rules, verify, algorithms: SYMMETRIC }, now));
  }
  const verify = verifyWithKeys(remoteKeys(verification.url, fetch));
  return readToken(createTokenVerifier({ ...rules, verify, algorithms: ASYMMETRIC }, now));
}

function readToken(tokens: TokenVerifier): IdentityReader {
  return async ({ request }) => {
    const token = bearerToken(request);
    return token === null ? null : tokens.verify(token);
  };
}

/** The token of the `Authorization` header (RFC 6750, 2.1); null without one. */
function bearerToken(request: ReceivedRequest['request']): string | null {
  const [, token = null] = /^Bearer +(.+?) *$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  return token;
}

function verifyWithKeys(keys: JWTVerifyGetKey): TokenRules['verify'] {
  return (token, options) => jwtVerify(token, keys, options);
}

/** Verifies with the key set that the provider's metadata names at that time. */
function verifyWithKeysOf(provider: Provider, fetch: typeof globalThis.fetch): TokenRules['verify'] {
  let current: { readonly url: string; readonly verify: TokenRules['verify'] } | null = null;
  return async (token, options) => {
    const { jwks_uri: url } = await provider.metadata();
    if (current?.url !== url) current = { url, verify: verifyWithKeys(remoteKeys(url, fetch)) };
    return current.verify(token, options);
  };
}

/** Checks the claims of a token whose signature the service mesh has verified. */
const verifiedByMesh: TokenRules['verify'] = async (
  token,
  { issuer, currentDate = new Date(), clockTolerance = 0 },
) => {
  const payload = decodeJwt(token);
  const seconds = currentDate.getTime() / 1000;
  const tolerance = Number(clockTolerance);
  const { iss = '', exp = 0, nbf = 0 } = payload;
  if (exp + tolerance <= seconds) throw refused('it has expired');
  if (nbf - tolerance > seconds) throw refused('it is not valid yet');
  if (issuer !== undefined && !issuer.includes(iss)) throw refused('it has another issuer');
  return { payload };
};

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a session cookie as proof, unless the request was sent by a page of this service, or of an origin in CORS_ORIGINS. Clients
 * that are not browsers send neither header, and no other site can make them send a cookie.
 *
 * @throws Problem `cross-origin-refused` (403)
 */
function requireOwnOrigin(request: ReceivedRequest['request'], { baseUrl, redirectOrigins }: OidcConfig): void {
  const site = request.headers.get('sec-fetch-site');
  if (site === 'same-origin' || site === 'none') return;
  const origin = request.headers.get('origin');
  if (site === null && origin === null) return;
  const own = [new URL(baseUrl).origin, new URL(request.url).origin, ...redirectOrigins];
  if (origin !== null && own.includes(origin)) return;
  throw new Problem(
    'cross-origin-refused',
    'The session cookie is not accepted for this request from a page of another origin.',
    { where: 'Origin' },
  );
}
